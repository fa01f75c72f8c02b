/** What is kept of an answer that a model was asked for: beside its run, of which it has the id. */
import type { Instant, Json, Mark, ObservationId } from '../model.ts'
import type { RefusalCode, ResponderFault } from '../refusals.ts'

/** ASKED and ANSWERING are under way; the others are how it ended. */
export type AnswerState = 'ASKED' | 'ANSWERING' | 'STORED' | 'STOPPED' | 'FAILED' | 'TOOLS'

/** Why no answer came, as its clients may know it. */
export type AnswerError = {
  readonly code: RefusalCode
  readonly message: string
  readonly details: Json
}

/** An answer as it is stored: what was asked of whom, and what came of it. */
export type AnswerRecord = {
  /** The turn that is answered. */
  readonly promptId: ObservationId
  /** Where the head stood when it was asked: it follows the answer only from there. */
  readonly headId: ObservationId | null
  readonly model: string
  readonly askedAt: Instant
  readonly state: AnswerState
  readonly endedAt: Instant | null
  readonly observationId: ObservationId | null
  readonly stopReason: string | null
  readonly error: AnswerError | null
}

/** A piece of an answer that is still being made. */
export interface AnswerPiece {
  readonly kind: 'text' | 'thinking'
  readonly text: string
}

/** How an answer ended. */
export type AnswerEnd = Pick<AnswerRecord, 'state' | 'observationId' | 'stopReason' | 'error'>

/** Returns the name of the mark that keeps an answer, by its id. */
export function answerMark(id: string): string {
  return `answer:${id}`
}

/** Returns the name of the mark that keeps until when the server that makes an answer lives by its own word. */
export function aliveMark(id: string): string {
  return `answerAlive:${id}`
}

/** Returns until when the server of an answer lives by such a mark; null where nothing says so. */
export function aliveUntil(mark: Mark | null | undefined): Instant | null {
  return mark ? (mark.value as Instant) : null
}

/** Returns what a mark says of an answer; null where there is none. */
export function answerRecord(mark: Mark | null | undefined): AnswerRecord | null {
  return mark ? (mark.value as AnswerRecord) : null
}

/** Says whether a model may still answer. */
export function isUnderWay(state: AnswerState): boolean {
  return state === 'ASKED' || state === 'ANSWERING'
}

const sentences: Readonly<Record<ResponderFault, string>> = {
  STATUS: "The model's endpoint failed",
  NO_ANSWER: "The model's endpoint did not answer with a chat completion",
  NO_CHOICES: 'The model answered without a choice',
  CUT_OFF: "The model's answer was cut off",
  UNREACHABLE: "The model's endpoint cannot be reached",
  TIMEOUT: 'The model did not answer in time',
  RATE_LIMITED: 'The model takes no more requests for now',
  EMPTY: 'The model answered without a word',
  GONE: 'The server that asked the model ended before the answer was whole',
}

/** Returns the sentence for people on how a model's endpoint failed. */
export function responderSentence(kind: ResponderFault, status: number | null = null): string {
  return `${sentences[kind]}${status === null ? '' : ` with status ${status}`}.`
}

/** Returns an answer that ended without one, for the model's endpoint failed. */
export function failedBy(kind: ResponderFault, status: number | null = null): AnswerEnd {
  const error = {
    code: 'RESPONDER_FAILED' as const,
    message: responderSentence(kind, status),
    details: { status, kind },
  }
  return { state: 'FAILED', observationId: null, stopReason: null, error }
}
