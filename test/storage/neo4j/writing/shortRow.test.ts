import assert from 'node:assert/strict'
import { it } from 'node:test'
import { keyProperties } from '../../../../src/storage/neo4j/properties/key.ts'
import { conversationProperties, instantOfTime } from '../../../../src/storage/neo4j/properties/rows.ts'
import { shortRow } from '../../../../src/storage/neo4j/writing/shortRow.ts'
import { given } from '../given.ts'
import { shapes, tenant } from './shapes.ts'

const { made, nextTurn } = shapes()
const key = {
  key: 'k1',
  operation: 'storeTurn',
  inputHash: 'ab',
  result: { messageId: 'm' },
  storedAt: '2026-01-01T00:00:00.000000000Z',
}

it('a short row has what each short statement looks for: the attempt, the key, the conversation, its version and its line', () => {
  const [conversation] = nextTurn.conversations
  assert.ok(conversation)
  const { version, keys, at, ...row } = shortRow(tenant, { ...nextTurn, key }, conversation)
  assert.equal(given(version), BigInt(conversation.expected ?? -1))
  assert.equal(instantOfTime(at), nextTurn.events[0].at, 'the ledger may have no later line')
  assert.deepEqual(keys, [{ tenant, props: keyProperties(tenant, key), names: ['m'] }])
  assert.deepEqual(row, {
    ...{ tenant, attempt: nextTurn.events[0].id, keyName: 'k1', conversationId: 'trip' },
    conversation: conversationProperties(conversation.value),
  })
})

it('a short row without a key looks for none, and of a new conversation for no version', () => {
  const [conversation] = made.conversations
  assert.ok(conversation)
  const { keyName, keys, version } = shortRow(tenant, made, conversation)
  assert.deepEqual([keyName, keys, version], [null, [], null])
})
