import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { toApi, toTool } from '../../../src/adapters/mcp/names.ts'

describe('names of members of MCP tools', () => {
  it('are those of the API in snake_case, there and back', () => {
    const word = fc.stringMatching(/^[a-z]{1,6}$/)
    const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join('_'))
    fc.assert(
      fc.property(fc.dictionary(name, fc.jsonValue(), { noNullPrototype: true }), (members) => {
        assert.deepEqual(toTool(toApi(members)), members)
      }),
    )
  })

  it('are changed at the top alone: what is in a value is whoever gave it', () => {
    assert.deepEqual(toApi({ call_id: 'c', input: { file_path: 'a' } }), { callId: 'c', input: { file_path: 'a' } })
    assert.deepEqual(toTool({ pathHash: 'h', details: { seenId: 'a' } }), { path_hash: 'h', details: { seenId: 'a' } })
  })
})
