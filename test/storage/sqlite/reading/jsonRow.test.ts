/** Rows that are read most leave the file as one value each: every value that is taken out costs. */
import { DatabaseSync } from '@photostructure/sqlite'
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { decodeConversation, decodeEvent, decodeObservation } from '../../../../src/storage/sqlite/reading/decode.ts'
import { connect } from '../../../../src/storage/sqlite/connection/connection.ts'
import { lists } from '../../../../src/storage/sqlite/lists/listSql.ts'
import { migrate } from '../../../../src/storage/sqlite/migrations.ts'
import * as reads from '../../../../src/storage/sqlite/reading/readSql.ts'
import type { Changes } from '../../../../src/domain/changes.ts'
import type { TreeNode } from '../../../../src/domain/model.ts'
import { openSqliteStore } from '../../../../src/storage/sqlite/store.ts'
import { seqsOf } from '../../../support/changes.ts'
import { tenantFor } from '../../../support/tenants.ts'
import { converse, store as put, textBlock } from '../../../support/tree/acts.ts'
import { createWorld } from '../../../support/world.ts'
import { newPath } from '../folder.ts'

describe('packed rows', () => {
  const path = newPath()
  const writer = connect(path, 'writer')
  migrate(writer, path)
  const database = new DatabaseSync(path)
  after(() => {
    database.close()
    writer.close()
  })

  const hot = {
    ...{ conversations: reads.byId.conversations, messages: reads.byId.messages, segments: reads.byId.segments },
    ...{ observations: reads.byId.observations, events: reads.byId.events, lineage: reads.lineage },
    ...Object.fromEntries(Object.entries(reads.ranges).map(([axis, sql]) => [`range of ${axis}`, sql.one])),
    ...{ 'first conversations': reads.conversations.below, 'forks of one': reads.forksOf.below },
    ...{ 'list of events': lists.events.first, 'list of tips': lists.tips.first, 'list of forks': lists.forks.later },
  }
  for (const [name, sql] of Object.entries(hot))
    it(`are one value each: ${name}`, () => assert.equal(database.prepare(sql).columns().length, 1))

  it('hold what their columns hold, whatever text that is', async () => {
    const odd = 'a "quoted" \\ id\u007f of 30 letters, é 🙂'
    const world = createWorld()
    converse(world, odd)
    const node = put(world, odd, { blocks: [textBlock('"\\u0000\n\u2028')], externalId: `~${odd}` })
    const file = newPath()
    const store = await openSqliteStore({ path: file })
    for (const changes of world.changes) await store.write(tenantFor('t'), changes)
    assert.deepEqual(await store.observations(tenantFor('t'), [node.id]), [node])
    await store.close()
    const connection = connect(file, 'reader')
    const tenant = Number(connection.get('SELECT tenant FROM tenants WHERE name = ?', 't')?.[0])
    const read = (sql: string, id: string) => connection.get(sql, tenant, id) ?? []
    assert.equal(decodeConversation(read(reads.byId.conversations, odd)).headId, node.id)
    assert.equal(decodeObservation(read(reads.byId.observations, node.id)).externalId, `~${odd}`)
    const [event] = connection.all(lists.events.first, tenant, odd, 1)
    assert.equal(decodeEvent(event ?? []).conversationId, odd)
    connection.close()
  })

  describe('of observations', () => {
    const uuid = (k: number) => `0190a8b4-5c6d-7e8f-9a0b-1c2d3e4f${String(k).padStart(4, '0')}`
    const turnOf = async (change: (node: TreeNode) => TreeNode) => {
      const world = createWorld()
      converse(world, 'c')
      const [first, second] = [put(world, 'c'), put(world, 'c')]
      const ids = new Map([first, second].map(({ id }, k) => [id, uuid(k)]))
      const renamed = (text: string) => [...ids].reduce((all, [id, given]) => all.replaceAll(id, given), text)
      const changes = JSON.parse(renamed(JSON.stringify(world.changes))) as Changes[]
      const node = change((changes[2]?.observations ?? [])[0] as TreeNode)
      const stored = changes.map((one, k) => (k === 2 ? { ...one, observations: [node] } : one))
      const file = newPath()
      const store = await openSqliteStore({ path: file, readers: 1 })
      for (const one of stored) seqsOf(await store.write(tenantFor('t'), one))
      const connection = connect(file, 'reader')
      const [text] = connection.get(reads.byId.observations, 1, node.id) ?? []
      assert.deepEqual(await store.observations(tenantFor('t'), [node.id]), [node])
      connection.close()
      await store.close()
      return (JSON.parse(String(text)) as unknown[]).length
    }

    it('have their digits as one text where all of them are bytes', async () => {
      assert.equal(await turnOf((node) => node), 3)
    })

    const odd: Readonly<Record<string, (node: TreeNode) => TreeNode>> = {
      'an id of another form': (node) => ({ ...node, id: 'of-another-form' }),
      'a copy': (node) => ({ ...node, copyOf: uuid(0) }),
      'a time of another form': (node) => ({ ...node, observedAt: 'some day' }),
      'a hash of another form': (node) => ({ ...node, contentHash: 'ff' }),
      'a path hash of another form': (node) => ({ ...node, place: { ...node.place, pathHash: 'f'.repeat(32) } }),
    }
    for (const [what, change] of Object.entries(odd))
      it(`have each for itself with ${what}`, async () => assert.equal(await turnOf(change), 2))
  })
})
