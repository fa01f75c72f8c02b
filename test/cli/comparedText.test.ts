import assert from 'node:assert/strict'
import { it } from 'node:test'
import { statsRows } from '../../src/cli/compare/comparedText.ts'

it('a comparison shows a cost that no answer states as unknown, not as 0', () => {
  const side = (costUsd: number, inputTokens: number) => ({
    turns: 2,
    toolCalls: 0,
    inputTokens,
    outputTokens: 0,
    costUsd,
  })
  const costs = (base: ReturnType<typeof side>, target: ReturnType<typeof side>) =>
    statsRows({ baseStats: base, targetStats: target } as Parameters<typeof statsRows>[0], 'a', 'b').at(-1)
  assert.deepEqual(costs(side(0, 5), side(0.5, 9)), ['cost in USD', 'unknown', '0.5', 'unknown'])
  assert.deepEqual(costs(side(0.25, 5), side(0.5, 9)), ['cost in USD', '0.25', '0.5', '+0.25'])
  assert.deepEqual(costs(side(0, 0), side(0, 0)), ['cost in USD', '0', '0', '0'])
})
