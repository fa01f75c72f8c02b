/** Answers with and without a cost: a file of the commit before sums told them apart was filled by it. */
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { say } from '../../support/talk.ts'

const at = (second: number) => `2026-03-01T08:00:0${second}.000000000Z`

/** Fills a tenant with them. */
export async function fillAnswers(scope: Scope): Promise<void> {
  const answer = (turn: string, second: number, model: string, usage: object) =>
    say(scope, 'answered', turn, turn, { model, usage, observedAt: at(second) })
  await say(scope, 'answered', 'u1', 'count', { observedAt: at(0) })
  await answer('a1', 1, 'large', { inputTokens: 100, outputTokens: 10, costUsd: 0.5 })
  await answer('a2', 2, 'large', { inputTokens: 200, outputTokens: 20, answerId: 'parts' })
  await answer('a3', 3, 'large', { inputTokens: 200, outputTokens: 30, answerId: 'parts' })
  await answer('a4', 4, 'free', { inputTokens: 7, costUsd: 0 })
  await forkConversation(scope, { source: 'answered', newConversationId: 'unknown', at: { turn: 1 } })
  await say(scope, 'unknown', 'a5', 'one', { model: 'large', usage: { inputTokens: 1000 }, observedAt: at(5) })
}
