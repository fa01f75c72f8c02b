import { countOfAnswer, firstPart } from '../../domain/usage/answer.ts'
import type { Instant, Message, Observation } from '../../domain/model.ts'
import { createFold, moveOf, type Fold, type Rollup } from '../../domain/usage/rollup.ts'
import { storedCount } from '../../domain/usage/storedCount.ts'
import { conversationOf } from '../read/view.ts'
import { asTreeNode } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { namesOfFailures } from '../write/draft/usageDelta.ts'
import { unkept, walkList } from '../read/walkList.ts'

const pageLength = 500

/** What of a conversation is counted; both ends of a time are included. */
export interface CountedSpan {
  readonly from: Instant
  readonly to: Instant
}
/** Everything. */
export const always: CountedSpan = { from: '', to: '~' }

/** Returns the sums of what one conversation recorded in a time, recomputed from its observations and its ledger. */
export async function countAnew(scope: Scope, conversationId: string, time: CountedSpan): Promise<Rollup> {
  const conversation = await conversationOf(scope, conversationId)
  const fold = createFold()
  const within = (at: Instant) => at >= time.from && at <= time.to
  for await (const page of pagesOf(scope, 'observationsOfConversation', conversationId)) {
    const turns = page.filter(
      ({ kind, observedAt }) => (kind === 'TURN' || kind === 'RESTATEMENT') && within(observedAt),
    )
    const counts = await Promise.all(turns.map((turn) => countOfTurn(scope, conversation, turn)))
    for (const { turn, message } of counts) {
      if (message) fold.message(message)
      if (turn) fold.turn(turn, 1)
    }
  }
  for await (const page of pagesOf(scope, 'ledger', conversationId))
    for (const event of page) {
      const move = within(event.at) ? moveOf(event, conversation) : null
      if (move) fold.move(move)
    }
  return withAnswers(scope, conversationId, fold)
}

/** Returns what one stored turn counts now. */
export async function countOfTurn(scope: Scope, origin: Parameters<typeof storedCount>[1], turn: Observation) {
  const message: Message | null = turn.messageId === null ? null : await scope.reads.message(turn.messageId)
  const parentId = turn.place?.parentId ?? null
  const fails = turn.blocks.some((block) => block.type === 'toolResult' && block.isError)
  const parent = fails && parentId !== null ? asTreeNode(await scope.reads.observation(parentId)) : null
  return storedCount(turn, origin, message, await namesOfFailures(scope.reads, parent, turn))
}

/** An answer counts where its earliest part stands; the other parts add nothing. */
async function withAnswers(scope: Scope, conversationId: string, fold: Fold): Promise<Rollup> {
  const { parts } = fold.result()
  const ids = [...new Set(parts.map(({ answerId }) => answerId))]
  const here = new Set(parts.map(({ observationId }) => observationId))
  for (let from = 0; from < ids.length; from += pageLength)
    for (const known of await scope.store.answers(ids.slice(from, from + pageLength))) {
      const count = countOfAnswer(known)
      const first = firstPart(known)
      if (count?.bucket.conversationId === conversationId && first && here.has(first.observationId))
        fold.answer(count, 1)
    }
  return fold.result()
}

async function* pagesOf<N extends 'observationsOfConversation' | 'ledger'>(scope: Scope, list: N, owner: string) {
  for await (const page of walkList(unkept(scope), list, owner, { limit: pageLength })) {
    scope.signal?.throwIfAborted()
    yield page
    scope.reads.clear()
  }
}
