import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { CompareQuery } from '../../src/client/documents/generated.ts'
import { lineOf, statsRows } from '../../src/cli/compare/comparedText.ts'

type Turn = CompareQuery['diff']['baseOnly'][number]

it('a comparison shows a cost that no answer states as unknown, not as 0', () => {
  const none = {
    answers: 0,
    pricedAnswers: 0,
    costUsd: null as number | null,
    estimatedAnswers: 0,
    estimatedCostUsd: null as number | null,
  }
  const side = (usage: Partial<typeof none>) => ({
    ...{ turns: 2, toolCalls: 0, inputTokens: 1200, outputTokens: 0 },
    usage: { ...none, ...usage },
  })
  const rows = (base: Partial<typeof none>, target: Partial<typeof none>) =>
    statsRows({ baseStats: side(base), targetStats: side(target) } as CompareQuery['diff'], 'a', 'b')
  const costs = (base: Partial<typeof none>, target: Partial<typeof none>) => rows(base, target).at(-1)
  const stated = (costUsd: number) => ({ answers: 1, pricedAnswers: 1, costUsd })
  assert.deepEqual(costs({ answers: 1 }, stated(0.5)), ['cost', 'unknown', '$0.50', 'unknown'])
  assert.deepEqual(costs(stated(0.25), stated(0.5)), ['cost', '$0.25', '$0.50', '+$0.25'])
  assert.deepEqual(costs(stated(0.5), { ...stated(0.25), answers: 2 }), ['cost', '$0.50', '$0.25 + ?', 'unknown'])
  const estimated = { answers: 1, estimatedAnswers: 1, estimatedCostUsd: 0.2 }
  assert.deepEqual(costs(stated(0.5), estimated), ['cost', '$0.50', '≈ $0.20', '≈ -$0.30'])
  assert.deepEqual(costs({}, {}), ['cost', 'unknown', 'unknown', 'unknown'])
  assert.deepEqual(rows({}, {})[3], ['input tokens', '1,200', '1,200', '0'])
})

it('a line of a comparison has the turn number that other commands show, and says what stands there besides text', () => {
  const turn = (text: string, content: object[], more: object = {}) =>
    lineOf({
      ...{ observation: { turn: 7 }, role: 'ASSISTANT', text, deleted: false, erased: false },
      ...{ content: content as Turn['content'], ...more },
    })
  const result = { __typename: 'ToolResultBlock', result: [{ type: 'text', text: 'a\nb' }], isError: false }
  assert.deepEqual(
    [
      turn('Look.', [{ __typename: 'ThinkingBlock' }, { __typename: 'ToolCallBlock', name: 'Read' }]),
      turn('', [{ __typename: 'ThinkingBlock' }]),
      turn('', [result], { role: 'TOOL' }),
      turn('', [{ ...result, isError: true, result: 'no such file' }], { role: 'TOOL' }),
      turn('', [], { deleted: true }),
      turn('', [], { erased: true }),
      turn('A note', [], { role: null, observation: { turn: null } }),
    ],
    [
      ...[
        '7 ASSISTANT Look. calls Read',
        '7 ASSISTANT (thinking)',
        '7 TOOL result: a b',
        '7 TOOL failed: no such file',
      ],
      ...['7 ASSISTANT (deleted)', '7 ASSISTANT (erased)', 'NOTE A note'],
    ],
  )
})
