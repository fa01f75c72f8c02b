import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ChatCompletionChunk } from 'openai/resources/chat/completions'
import { AnswerInPieces, usageOf } from '../../src/responder/answerInPieces.ts'
import fc from '../support/properties.ts'
import { fakeOf } from '../support/fakes.ts'

const given = (members: object): ChatCompletionChunk =>
  fakeOf<ChatCompletionChunk>('chunk', { model: 'm', ...members }, ['usage'])
const chunk = (delta: object, finish_reason: string | null = null, more: object = {}) =>
  given({ choices: [{ index: 0, delta, finish_reason }], ...more })
function taken(...chunks: ChatCompletionChunk[]) {
  const answer = new AnswerInPieces()
  return { pieces: chunks.flatMap((one) => answer.take(one)), answer }
}
const kindOf = (chunks: ChatCompletionChunk[], isStream: boolean) => {
  try {
    taken(...chunks).answer.whole('asked', isStream)
  } catch (thrown) {
    return (thrown as { facts: { kind: string } }).facts.kind
  }
  return null
}

describe('an answer in pieces', () => {
  it('is the text of its pieces, each of which is shown as it comes', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (texts) => {
        const { pieces, answer } = taken(...texts.map((content) => chunk({ content })), chunk({}, 'stop'))
        const whole = answer.whole('asked', true)
        assert.deepEqual([whole.text, whole.stopReason, whole.model], [texts.join(''), 'stop', 'm'])
        assert.deepEqual(
          pieces.map(({ text }) => text),
          texts.filter((text) => text !== ''),
        )
        assert.deepEqual(whole.message, { role: 'assistant', content: texts.join('') })
      }),
    )
  })

  it('has thoughts by either name and a refusal as text; thoughts are shown and are no part of it', () => {
    const { pieces, answer } = taken(
      chunk({ reasoning_content: 'h' }),
      chunk({ reasoning: 'm' }),
      chunk({ refusal: 'no' }, 'stop'),
    )
    assert.deepEqual(
      pieces.map(({ kind, text }) => kind + text),
      ['thinkingh', 'thinkingm', 'textno'],
    )
    assert.equal(answer.whole('asked', true).text, 'no')
  })

  it('has calls put together by their number', () => {
    const call = (index: number, id: string | undefined, name?: string, args?: string) => ({
      tool_calls: [{ index, id, function: { name, arguments: args } }],
    })
    const { answer } = taken(
      chunk(call(0, 'a', 'look', '{"x"')),
      chunk(call(1, 'b', 'go', '{}')),
      chunk(call(0, undefined, undefined, ':1}')),
      chunk({}, 'tool_calls'),
    )
    const { toolCalls, message } = answer.whole('asked', true)
    assert.deepEqual(toolCalls, ['a', 'b'])
    assert.deepEqual(message['tool_calls'], [
      { id: 'a', type: 'function', function: { name: 'look', arguments: '{"x":1}' } },
      { id: 'b', type: 'function', function: { name: 'go', arguments: '{}' } },
    ])
  })

  it('has the usage of a chunk without a choice, and the model that was asked where none is named', () => {
    const usage = { prompt_tokens: 10, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 4 } }
    const { answer } = taken(
      chunk({ content: 'a' }, 'stop', { model: '' }),
      given({
        choices: [],
        model: '',
        usage,
      }),
    )
    const { model, usage: counted } = answer.whole('asked', true)
    assert.deepEqual([model, counted], ['asked', { inputTokens: 6, cacheReadTokens: 4, outputTokens: 2 }])
    assert.deepEqual(usageOf({ prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 }), {
      inputTokens: 3,
      cacheReadTokens: null,
      outputTokens: 1,
    })
  })

  it('is refused where it broke off, had no choice, or never was', () => {
    const other = given({
      model: 'm',
      choices: [{ index: 1, delta: {}, finish_reason: 'stop' }],
    })
    assert.deepEqual(
      [
        kindOf([chunk({ content: 'a' })], true),
        kindOf([other], true),
        kindOf([], true),
        kindOf([], false),
        kindOf([chunk({}, 'stop')], false),
      ],
      ['CUT_OFF', 'NO_CHOICES', 'CUT_OFF', 'NO_ANSWER', null],
    )
  })
})
