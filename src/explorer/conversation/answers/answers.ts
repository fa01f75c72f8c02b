import { observable } from '../../data/observable.ts'
import type { AnswerFactsFragment } from '../../documents/generated.ts'

export type AnswerFacts = AnswerFactsFragment

/** Answers that this tab knows of, by conversation: those under way, and those that failed until that was seen. */
export const answers = observable<ReadonlyMap<string, readonly AnswerFacts[]>>(new Map())

/** Says whether an answer is under way. */
export const isUnderWay = ({ state }: AnswerFacts): boolean => state === 'ASKED' || state === 'ANSWERING'

/** Whether it is shown below the turns: what is stored is a turn itself. */
const isShown = (answer: AnswerFacts): boolean => isUnderWay(answer) || answer.state === 'FAILED'

/** Keeps an answer as it is now; what was stored, or stopped, leaves the list. */
export function noteAnswer(conversationId: string, answer: AnswerFacts): void {
  const others = (answers.get().get(conversationId) ?? []).filter(({ id }) => id !== answer.id)
  write(conversationId, isShown(answer) ? [...others, answer] : others)
}

/** Takes an answer from the list, as one that failed is when that was seen. */
export function dropAnswer(conversationId: string, id: string): void {
  const others = (answers.get().get(conversationId) ?? []).filter((answer) => answer.id !== id)
  write(conversationId, others)
}

/**
 * Brings the list up to what the server says is under way. What it does not list stays: failures until they are seen, and an
 * answer that has just ended until its subscription says how.
 */
export function followAnswers(conversationId: string, underWay: readonly AnswerFacts[]): void {
  const before = answers.get().get(conversationId) ?? []
  const known = new Map(before.map((answer) => [answer.id, answer]))
  const now = underWay.map((answer) => {
    const mine = known.get(answer.id)
    return mine && mine.text.length > answer.text.length ? mine : answer
  })
  const ids = new Set(now.map(({ id }) => id))
  write(conversationId, [...before.filter(({ id }) => !ids.has(id)), ...now])
}

function write(conversationId: string, list: readonly AnswerFacts[]): void {
  const before = answers.get()
  if (list.length === 0 && !before.has(conversationId)) return
  const next = new Map(before)
  if (list.length === 0) next.delete(conversationId)
  else next.set(conversationId, list)
  answers.set(next)
}

/** Returns a text with a piece put at its place: a piece that comes again changes nothing. */
export const withPiece = (text: string, offset: number, piece: string): string =>
  offset > text.length ? text : text.slice(0, offset) + piece + text.slice(offset + piece.length)
