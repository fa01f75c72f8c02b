import { parseRunKey, runKey, checkLookupId } from '../../domain/ids.ts'
import type { Conversation, Instant, Observation, OpenRun } from '../../domain/model.ts'
import { operator } from '../../domain/access/principal.ts'
import {
  aliveMark,
  aliveUntil,
  answerMark,
  answerRecord,
  failedBy,
  isUnderWay,
  type AnswerRecord,
} from '../../domain/records/modelAnswer.ts'
import type { Asking } from './asking.ts'
import type { Scope } from '../scope.ts'
import type { Answer } from './answer.ts'
import { storeEnd } from './storeEnd.ts'

/**
 * Returns an answer by its id: as this process makes it, else as it is stored; null where there is none. One whose server is
 * gone is ended by this.
 */
export async function answerOf(scope: Scope, probing: Asking, id: string): Promise<Answer | null> {
  const named = parseRunKey(checkLookupId(id))
  if (!named) return null
  const [result] = await known(scope, probing, [{ ...named, id }])
  if (!result) return null
  await endGone(scope, probing, result)
  return result.answer
}

/** Returns the answers that models make in a conversation now; ends those whose server is gone. */
export async function answering(scope: Scope, probing: Asking, { id, runs }: Conversation): Promise<Answer[]> {
  const knowns = await known(scope, probing, openOf(id, runs.open))
  await Promise.all(knowns.map((one) => endGone(scope, probing, one)))
  return knowns.map(({ answer }) => answer).filter(({ state }) => isUnderWay(state))
}

/** Returns what is known of the answers that open runs are for, also of those whose server is gone. */
export async function storedAnswers(
  scope: Scope,
  probing: Asking,
  conversationId: string,
  open: readonly OpenRun[],
): Promise<Answer[]> {
  return (await known(scope, probing, openOf(conversationId, open))).map(({ answer }) => answer)
}

type Name = Pick<Answer, 'id' | 'conversationId' | 'runId'>

/** An answer as it is shown, and its record where its server is gone. */
interface Known {
  readonly answer: Answer
  readonly gone: AnswerRecord | null
}

function openOf(conversationId: string, open: readonly OpenRun[]): Name[] {
  return open.map(({ runId }) => ({ conversationId, runId, id: runKey(conversationId, runId) }))
}

async function known(scope: Scope, probing: Asking, names: readonly Name[]): Promise<Known[]> {
  if (names.length === 0) return []
  const records = await recordsOf(scope, names)
  const results = names.map(async (one, i): Promise<Known[]> => {
    const live = probing.answers.of(scope.tenant, one.id)
    if (live && !live.isOver) return [{ answer: live.now(), gone: null }]
    let read = records[i]
    // It ended while its record was read.
    if (live && read && isUnderWay(read.record.state)) read = (await recordsOf(scope, [one]))[0]
    if (live && read && isUnderWay(read.record.state)) return [{ answer: live.now(), gone: null }]
    return read ? [await asStored(scope, one, read.record, read.until)] : []
  })
  return (await Promise.all(results)).flat()
}

/** Returns the record of each, and until when its server has said that it makes it; null where there is none. */
async function recordsOf(scope: Scope, names: readonly Name[]) {
  const marks = await scope.store.importMarks(names.flatMap(({ id }) => [answerMark(id), aliveMark(id)]))
  return names.map((_, i) => {
    const record = answerRecord(marks[2 * i])
    return record && { record, until: aliveUntil(marks[2 * i + 1]) }
  })
}

/** What the server that makes it has not said a word of in time has failed. */
async function asStored(scope: Scope, named: Name, record: AnswerRecord, until: Instant | null): Promise<Known> {
  const { observationId } = record
  const endedAt = until ?? record.askedAt
  const isGone = isUnderWay(record.state) && scope.fresh.now() > endedAt
  const answerRecord = isGone ? { ...record, ...failedBy('GONE'), endedAt } : record
  const observation = observationId === null ? null : await scope.reads.observation(observationId)
  const answer = { ...answerRecord, ...named, text: textOf(observation), usage: observation?.usage ?? null }
  return { answer, gone: isGone ? record : null }
}

/** Ends the run of an answer whose process has ended. Where that cannot be written, the next reader tries again. */
async function endGone(scope: Scope, { fault }: Asking, { answer, gone }: Known): Promise<void> {
  if (gone === null) return
  const { id, conversationId, runId } = answer
  const request = { id, conversationId, runId, record: gone }
  const bySelf = { ...scope, principal: operator }
  await storeEnd(bySelf, request, { kind: 'nothing', end: failedBy('GONE') }).catch(
    (error: unknown) => void fault(error),
  )
}

function textOf(observation: Observation | null): string {
  return (observation?.blocks ?? []).flatMap((block) => (block.type === 'text' ? block.text : [])).join('')
}
