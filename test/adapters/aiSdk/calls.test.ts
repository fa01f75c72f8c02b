import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { encodeCall, isCall, withResult } from '../../../src/adapters/aiSdk/calls.ts'
import { specified, usualPart } from '../../../src/adapters/aiSdk/parts.ts'
import type { Members } from '../../../src/adapters/turns/json.ts'

const part = (more: Members): Members => ({ type: 'tool-look', toolCallId: 'k', input: { at: 1 }, ...more })

/** The part that is read again from what was stored. */
function decoded({ call, spec, result }: ReturnType<typeof encodeCall>): Members {
  const open = specified(usualPart(call) ?? {}, spec)
  if (!result || (spec && 'part' in spec)) return open
  assert.ok('toolResult' in result.block)
  return withResult(open, result.block.toolResult, result.spec)
}

describe('a part of a message', () => {
  it('is a call where it has an id and the name of a tool, in its type or beside it', () => {
    assert.equal(isCall({ type: 'tool-look', toolCallId: 'k' }), true)
    assert.equal(isCall({ type: 'dynamic-tool', toolName: 'look', toolCallId: 'k' }), true)
    for (const no of [
      { type: 'tool-look' },
      { type: 'dynamic-tool', toolCallId: 'k' },
      { type: 'text', toolCallId: 'k' },
      { toolCallId: 'k' },
    ])
      // prettier-ignore
      assert.equal(isCall(no), false)
  })
})

describe('a call as blocks', () => {
  it('waits for its result, and is a part by default then', () => {
    assert.deepEqual(encodeCall(part({ state: 'input-available' })), {
      call: { toolCall: { callId: 'k', name: 'look', input: { at: 1 } } },
      spec: null,
      result: null,
    })
  })

  it('has what the tool answered, why it failed, or why a person denied it', () => {
    const contentOf = (more: Members) => encodeCall(part(more)).result?.block
    const result = (content: unknown, isError: boolean) => ({ toolResult: { callId: 'k', content, isError } })
    assert.deepEqual(contentOf({ state: 'output-available', output: [1] }), result([1], false))
    assert.deepEqual(contentOf({ state: 'output-available' }), result('', false))
    assert.deepEqual(contentOf({ state: 'output-error', errorText: 'no' }), result('no', true))
    assert.deepEqual(contentOf({ state: 'output-denied', approval: { reason: 'not now' } }), result('not now', true))
    assert.deepEqual(contentOf({ state: 'output-denied' }), result('The call of this tool was denied.', true))
  })

  it('has an empty input where there is none yet', () => {
    const { call } = encodeCall({ type: 'dynamic-tool', toolName: 'look', toolCallId: 'k', state: 'input-streaming' })
    assert.deepEqual(call, { toolCall: { callId: 'k', name: 'look', input: {} } })
  })

  it('is read again as the same part, whatever members it has', () => {
    const members = fc.record(
      {
        type: fc.constantFrom('tool-look', 'dynamic-tool'),
        state: fc.constantFrom(
          'input-streaming',
          'input-available',
          'output-available',
          'output-error',
          'output-denied',
        ),
        input: fc.jsonValue(),
        output: fc.jsonValue(),
        errorText: fc.string(),
        approval: fc.constantFrom<unknown>({ id: 'a', approved: false }, { id: 'a', approved: false, reason: 'no' }),
        preliminary: fc.boolean(),
        providerExecuted: fc.boolean(),
        title: fc.string(),
      },
      { requiredKeys: ['type', 'state'] },
    )
    fc.assert(
      fc.property(members, (more) => {
        const whole = JSON.parse(
          JSON.stringify({ toolCallId: 'k', ...(more.type === 'dynamic-tool' && { toolName: 'look' }), ...more }),
        ) as Members
        assert.deepEqual(decoded(encodeCall(whole)), whole)
      }),
    )
  })
})
