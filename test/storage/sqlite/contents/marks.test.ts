import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markCorrected, markHolders } from '../../../../src/storage/sqlite/contents/marks.ts'
import { faultsOf } from '../../../../src/storage/sqlite/connection/faults.ts'
import { decodeConversation } from '../../../../src/storage/sqlite/reading/decode.ts'
import { byId } from '../../../../src/storage/sqlite/reading/readSql.ts'
import { converse, store } from '../../../support/tree/acts.ts'
import { createWorld } from '../../../support/world.ts'
import { applied, memory, tenantIn } from '../memory.ts'

/** Three conversations: one of which a message is corrected, one that holds a copy of its turn, and a plain one. */
function filled() {
  const connection = memory()
  const tenant = tenantIn(connection, 't')
  const world = createWorld()
  for (const id of ['corrected', 'holder', 'plain']) {
    converse(world, id)
    store(world, id, { turnId: 'u1' })
  }
  const overlay = { fields: { content: [] }, provenance: { content: 'o' }, at: world.now() }
  const changes = world.changes.map((one) => ({
    ...one,
    messages: one.messages.map(({ isNew, value }) => ({
      isNew,
      value: value.conversationId === 'corrected' ? { ...value, overlay } : value,
    })),
    observations: one.observations.map((node) => {
      if (node.conversationId === 'holder') return { ...node, copyOf: 'original', messageId: 'corrected:u1' }
      // A copy within its own conversation shows nothing of others.
      return node.conversationId === 'plain' ? { ...node, copyOf: 'original' } : node
    }),
  }))
  applied(connection, tenant, changes)
  const marks = () =>
    ['corrected', 'holder', 'plain'].map((id) => {
      const { showsOthers, hasCorrections } = decodeConversation(connection.get(byId.conversations, tenant, id) ?? [])
      return [id, showsOthers, hasCorrections]
    })
  return { connection, tenant, marks }
}

describe('marks of conversations that were loaded', () => {
  it('are set where a conversation holds copies of others’ messages, and nowhere else', () => {
    const { connection, tenant, marks } = filled()
    markHolders(connection, tenant)
    assert.deepEqual(marks(), [
      ['corrected', false, false],
      ['holder', true, false],
      ['plain', false, false],
    ])
  })

  it('are set where the content of a message was corrected, and nowhere else', () => {
    const { connection, tenant, marks } = filled()
    markCorrected(connection, tenant)
    assert.deepEqual(marks(), [
      ['corrected', false, true],
      ['holder', false, false],
      ['plain', false, false],
    ])
  })

  it('are of one tenant, stay when they are set again, and leave every checksum right', () => {
    const { connection, tenant, marks } = filled()
    markHolders(connection, tenant + 1)
    assert.ok(marks().every(([, shows]) => shows === false))
    for (let k = 0; k < 2; k++) {
      markHolders(connection, tenant)
      markCorrected(connection, tenant)
    }
    assert.deepEqual(marks()[1], ['holder', true, false])
    assert.deepEqual(
      faultsOf(connection).filter(({ code }) => code === 'ROW_DAMAGED'),
      [],
    )
  })
})
