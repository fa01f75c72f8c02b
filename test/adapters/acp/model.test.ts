import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stopReasonOf } from '../../../src/adapters/acp/model.ts'

describe("the protocol's word for how an answer ended", () => {
  const told = (...reasons: string[]) => new Set(reasons.flatMap((one) => [one, one.toUpperCase()]).map(stopReasonOf))

  it('is that it was too long, in the words of each provider and in capitals', () => {
    assert.deepEqual(
      [...told('length', 'max_tokens', 'max_output_tokens', 'model_length', 'model_context_window_exceeded')],
      ['max_tokens'],
    )
  })

  it('is that the provider refused, in the words of each and in capitals', () => {
    assert.deepEqual(
      [
        ...told(
          'content_filter',
          'refusal',
          'safety',
          'recitation',
          'blocklist',
          'prohibited_content',
          'spii',
          'image_safety',
        ),
      ],
      ['refusal'],
    )
  })

  it('is that it ended, where the provider says so or something else', () => {
    assert.deepEqual([...told('stop', 'end_turn', 'tool_calls', 'other', 'constructor', '')], ['end_turn'])
  })
})
