import { setTimeout as pause } from 'node:timers/promises'
import { isUnderWay } from '../../domain/records/modelAnswer.ts'
import { badInput, mustFind } from '../../domain/refusals.ts'
import type { Asking } from './asking.ts'
import type { Scope } from '../scope.ts'
import { endable, type ChangeStream } from '../subscriptions/stream.ts'
import type { Watches } from '../subscriptions/watches.ts'
import type { Answer, AnswerChange } from './answer.ts'
import { answerOf } from './answerOf.ts'
import type { LiveAnswer } from './liveAnswers.ts'

/** How often an answer is looked at that another process makes. */
const pollMs = 1_000

/**
 * Returns the pieces of an answer from an offset in its text on, and its states; the stream ends with it. Thoughts come
 * from their beginning. Of an answer that another process makes only states are known, and its text when it is stored.
 */
export async function answerChanges(
  scope: Scope,
  { probing, watches }: { readonly probing: Asking; readonly watches: Watches },
  id: string,
  from: number,
): Promise<ChangeStream<AnswerChange>> {
  const answer = mustFind(await answerOf(scope, probing, id), 'Answer', id)
  if (from < 0 || from > answer.text.length)
    throw badInput(`"from" must be from 0 to ${answer.text.length}, which is the length of what came.`, { from }, [
      'from',
    ])
  const leave = watches.share(scope.tenant)
  const leaving = new AbortController()
  // What this process remembers of an answer is more than the store says once it is erased.
  const { observationId } = answer
  const stored = observationId === null ? null : await scope.reads.observation(observationId)
  const live = stored?.erased === undefined ? probing.answers.of(scope.tenant, id) : null
  const changes = live ? ofLive(live, from, leaving.signal) : ofStored(scope, probing, answer, from, leaving.signal)
  return endable(changes, () => {
    if (!leaving.signal.aborted) leave()
    leaving.abort()
  })
}

/** Each reader has its own position: a slow one gets longer pieces, and misses none. */
async function* ofLive(live: LiveAnswer, from: number, leaving: AbortSignal): AsyncGenerator<AnswerChange> {
  let [at, thought, state] = [from, 0, null as Answer['state'] | null]
  while (!leaving.aborted) {
    if (live.state !== state && !live.isOver) yield { kind: 'STATE', offset: at, text: null, answer: live.now() }
    state = live.state
    const thinking = live.thinking.slice(thought)
    if (thinking !== '') yield { kind: 'THINKING', offset: thought, text: thinking, answer: live.now() }
    thought += thinking.length
    const text = live.text.slice(at)
    if (text !== '') yield { kind: 'TEXT', offset: at, text, answer: live.now() }
    at += text.length
    if (live.isOver && at === live.text.length) break
    if (at === live.text.length && live.state === state) await live.changed(leaving)
  }
  if (!leaving.aborted) yield { kind: 'STATE', offset: at, text: null, answer: live.now() }
}

async function* ofStored(
  scope: Scope,
  probing: Asking,
  first: Answer,
  from: number,
  leaving: AbortSignal,
): AsyncGenerator<AnswerChange> {
  let answer = first
  for (let state: Answer['state'] | null = null; isUnderWay(answer.state);) {
    if (answer.state !== state) yield { kind: 'STATE', offset: from, text: null, answer }
    state = answer.state
    await pause(pollMs, null, { signal: leaving }).catch(() => undefined)
    if (leaving.aborted) return
    scope.reads.clear()
    answer = (await answerOf(scope, probing, answer.id)) ?? answer
  }
  const text = answer.text.slice(from)
  if (text !== '') yield { kind: 'TEXT', offset: from, text, answer }
  yield { kind: 'STATE', offset: from + text.length, text: null, answer }
}
