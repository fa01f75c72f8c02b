import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseForkRequest } from '../../../src/adapters/acp/forkRequest.ts'

const least = { sessionId: 's', cwd: '/work' }
const pointOf = (members: object) => parseForkRequest({ ...least, ...members }).point
const refused = (value: unknown, facts: object) =>
  assert.throws(
    () => parseForkRequest(value),
    (thrown: { data?: unknown }) => {
      assert.deepEqual(thrown.data, { code: 'BAD_INPUT', ...facts })
      return true
    },
  )

describe('a request for a fork', () => {
  it('needs a session and a folder; what it leaves out is empty, and its servers are those of the source', () => {
    const expected = { ...least, additionalDirectories: [], mcpServers: undefined, point: null }
    assert.deepEqual(parseForkRequest(least), expected)
    assert.deepEqual(parseForkRequest({ ...least, mcpServers: null, messageId: null, _meta: null }), expected)
  })

  it('has the folders and servers that it names', () => {
    const { additionalDirectories, mcpServers } = parseForkRequest({
      ...least,
      additionalDirectories: ['/more', 'C:\\more'],
      mcpServers: [{ name: 'a', command: 'x' }],
    })
    assert.deepEqual(additionalDirectories, ['/more', 'C:\\more'])
    assert.deepEqual(mcpServers, [{ name: 'a', command: 'x' }])
    assert.deepEqual(parseForkRequest({ ...least, mcpServers: [] }).mcpServers, [])
  })

  it('names its point in any of four ways, with dots in a key or objects in each other', () => {
    assert.deepEqual(pointOf({ messageId: 'm' }), { at: 'm' })
    assert.deepEqual(pointOf({ _meta: { messageId: 'm' } }), { at: 'm' })
    assert.deepEqual(pointOf({ _meta: { jetbrains: { air: { fork: { messageId: 'm' } } } } }), { at: 'm' })
    assert.deepEqual(pointOf({ _meta: { 'jetbrains.air': { 'fork.messageId': 'm' } } }), { at: 'm' })
    assert.deepEqual(pointOf({ _meta: { 'claudeCode.rewindTo': 'm' } }), { at: 'm' })
    assert.deepEqual(pointOf({ _meta: { turngraph: { before: 'm' } } }), { before: 'm' })
    assert.deepEqual(pointOf({ _meta: { 'turngraph.before': 'm' } }), { before: 'm' })
  })

  it('may name one point in several ways, and no two points', () => {
    assert.deepEqual(pointOf({ messageId: 'm', _meta: { messageId: 'm', claudeCode: { rewindTo: 'm' } } }), { at: 'm' })
    refused({ ...least, messageId: 'm', _meta: { messageId: 'n' } }, { points: ['m', 'n'], before: null })
    refused({ ...least, messageId: 'm', _meta: { turngraph: { before: 'm' } } }, { points: ['m'], before: 'm' })
  })

  it('is refused with a member that is not known: what is dropped would fork the whole', () => {
    refused({ ...least, message_id: 'm', at: 1 }, { unknown: ['message_id', 'at'] })
  })

  it('is refused by the name of the member that has a wrong form', () => {
    refused([], {})
    refused(null, {})
    refused({ cwd: '/work' }, { field: 'sessionId' })
    refused({ sessionId: 's', cwd: 'work' }, { field: 'cwd', given: 'work' })
    refused({ ...least, additionalDirectories: ['/a', 7] }, { field: 'additionalDirectories.1', given: 'number' })
    refused({ ...least, mcpServers: [{ name: 'a' }, { url: 'b' }] }, { field: 'mcpServers' })
    refused({ ...least, systemPrompt: 'x' }, { field: 'systemPrompt' })
    refused({ ...least, _meta: [] }, { field: '_meta' })
    refused({ ...least, messageId: 7 }, { field: 'messageId' })
    refused({ ...least, _meta: { claudeCode: { rewindTo: {} } } }, { field: '_meta.claudeCode.rewindTo' })
  })
})
