import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Instant, JsonObject } from '../../../src/domain/model.ts'
import { ToolCalls } from '../../../src/formats/acp/toolCalls.ts'
import type { EntryStep } from '../../../src/formats/reading/tree/steps.ts'

const at = '2026-01-01T00:00:00.000000Z' as Instant
const drawn = (steps: Iterable<EntryStep>) =>
  [...steps].map(({ id, draft, parts = [] }) => [id, draft.role, ...parts.map(({ suffix }) => suffix)].join(' '))
const call = (more: JsonObject = {}): JsonObject => ({ toolCallId: 'k', title: 'Look at né', ...more })

describe('the calls of a session', () => {
  it('are told in the order in which they were made, with the results that they have', () => {
    const calls = new ToolCalls()
    assert.deepEqual(drawn(calls.update(call({ status: 'pending' }), at, 1)), [])
    assert.deepEqual(drawn(calls.update(call({ toolCallId: 'l', status: 'completed' }), at, 2)), [])
    assert.deepEqual(drawn(calls.over()), ['k ASSISTANT', 'l ASSISTANT result'])
    assert.deepEqual(drawn(calls.over()), [])
  })

  it('that were told before get their result when it comes, once', () => {
    const calls = new ToolCalls()
    drawn(calls.update(call(), at, 1))
    drawn(calls.over())
    assert.deepEqual(drawn(calls.update({ toolCallId: 'k', status: 'in_progress' }, at, 2)), [])
    assert.deepEqual(drawn(calls.update({ toolCallId: 'k', status: 'failed', rawOutput: 'no' }, at, 3)), [
      'k.result TOOL',
    ])
    assert.deepEqual(drawn(calls.over()), [])
  })

  it('are merged from their updates, in which null says nothing', () => {
    const calls = new ToolCalls()
    drawn(calls.update(call({ rawInput: { a: 1 }, kind: 'read' }), at, 4))
    drawn(calls.update(call({ kind: null, status: 'completed', rawOutput: 'x', content: [] }), at, 5))
    const [step] = [...calls.over()]
    assert.deepEqual(
      [step?.line, step?.draft.blocks],
      [
        4,
        [
          {
            type: 'toolCall',
            callId: 'k',
            name: 'read',
            input: { a: 1 },
            extra: { title: 'Look at né', kind: 'read' },
          },
        ],
      ],
    )
    assert.deepEqual(step?.parts?.[0]?.draft.blocks, [
      { type: 'toolResult', callId: 'k', content: 'x', isError: false, extra: { content: [] } },
    ])
  })

  it('are called by the name of the tool, its kind or its title', () => {
    const nameOf = (more: JsonObject) => {
      const calls = new ToolCalls()
      drawn(calls.update({ toolCallId: 'k', ...more }, null, 1))
      const [block] = [...calls.over()][0]?.draft.blocks ?? []
      return block?.type === 'toolCall' ? block.name : null
    }
    assert.deepEqual([{ toolName: 'a', kind: 'b' }, { kind: 'b', title: 'c' }, { title: 'c' }, {}].map(nameOf), [
      'a',
      'b',
      'c',
      'tool',
    ])
  })

  it('are none without an id', () => {
    const calls = new ToolCalls()
    assert.deepEqual([drawn(calls.update({ title: 'a', status: 'completed' }, at, 1)), drawn(calls.over())], [[], []])
  })
})
