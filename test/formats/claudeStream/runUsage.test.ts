import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RunUsage } from '../../../src/formats/claudeStream/runUsage.ts'

const answer = (answerId: string | null, inputTokens: number, outputTokens: number) => ({
  answerId,
  inputTokens,
  outputTokens,
})
const result = (input: number, output: number, cost?: number) => ({
  usage: { input_tokens: input, output_tokens: output },
  ...(cost !== undefined && { total_cost_usd: cost }),
})
const rest = (run: RunUsage, end: ReturnType<typeof result>) => {
  const usage = run.end(end)
  return usage && [usage.inputTokens, usage.outputTokens, usage.costUsd]
}

describe('what a run took that its answers did not say', () => {
  it('is null where its end does not tell, and the cost alone where it tells no more', () => {
    assert.equal(new RunUsage().end({}), null)
    assert.equal(new RunUsage().end({ total_cost_usd: 2 })?.costUsd, 2)
  })

  it('is what is left of the sum at the end', () => {
    const run = new RunUsage()
    run.answer(answer('a', 10, 1))
    run.answer(answer('b', 5, 1))
    assert.deepEqual(rest(run, result(15, 40, 3)), [0, 38, 3])
  })

  it('counts an answer once, however many lines tell of it, by the most that they say', () => {
    const run = new RunUsage()
    for (const output of [1, 9, 4]) run.answer(answer('a', 10, output))
    assert.deepEqual(rest(run, result(10, 10)), [0, 1, undefined])
  })

  it('is never less than nothing', () => {
    const run = new RunUsage()
    run.answer(answer(null, 10, 10))
    assert.deepEqual(rest(run, result(5, 5, -1)), [0, 0, 0])
  })

  it('is what the run took alone, where ends tell of all runs so far', () => {
    const run = new RunUsage()
    run.answer(answer('a', 10, 1))
    assert.deepEqual(rest(run, result(10, 20, 1)), [0, 19, 1])
    run.answer(answer('b', 7, 1))
    assert.deepEqual(rest(run, result(17, 50, 3)), [0, 29, 2])
  })
})
