import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { anthropicUsage, openAiUsage, usageOfBoth } from '../../../src/formats/reading/usage.ts'

describe('the usage of an answer', () => {
  it('of OpenAI and those like it has no cached tokens in its input', () => {
    const chat = { prompt_tokens: 100, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 60 } }
    const responses = { input_tokens: 100, output_tokens: 7, input_tokens_details: { cached_tokens: 60 } }
    const hits = { prompt_tokens: 100, completion_tokens: 7, prompt_cache_hit_tokens: 60, prompt_cache_miss_tokens: 40 }
    for (const usage of [chat, responses, hits])
      assert.deepEqual(openAiUsage(usage), { inputTokens: 40, outputTokens: 7, cacheReadTokens: 60 })
    assert.equal(openAiUsage(null), null)
  })
  it('of Anthropic has them beside its input, among the messages of others as well', () => {
    const usage = { input_tokens: 5, output_tokens: 7, cache_read_input_tokens: 60, cache_creation_input_tokens: 2 }
    const read = { inputTokens: 5, outputTokens: 7, cacheReadTokens: 60, cacheWriteTokens: 2 }
    assert.deepEqual(openAiUsage(usage), read)
    assert.deepEqual(anthropicUsage(usage, 'msg_1'), { ...read, answerId: 'msg_1' })
  })
  it('that took several requests is their sum', () => {
    const request = (input: number, output: number) => ({ input_tokens: input, output_tokens: output })
    const iterations = [
      { type: 'compaction', ...request(180, 35) },
      { type: 'message', ...request(23, 10) },
    ]
    const usage = anthropicUsage({ ...request(23, 10), iterations }, null)
    assert.deepEqual([usage.inputTokens, usage.outputTokens], [203, 45])
    assert.deepEqual(
      usageOfBoth({ inputTokens: 1, costUsd: null }, { inputTokens: 2, outputTokens: 3, answerId: 'a' }),
      { inputTokens: 3, outputTokens: 3, costUsd: null, answerId: 'a' },
    )
    assert.equal(usageOfBoth(null, null), null)
  })
})
