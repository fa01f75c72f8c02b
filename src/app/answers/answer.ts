import type { Conversation, Observation, UsageInput } from '../../domain/model.ts'
import type { AnswerRecord } from '../../domain/records/modelAnswer.ts'
import type { OnConflict } from '../write/expectedHead.ts'
import type { PointRef } from '../read/view.ts'
import type { StoreTurn } from '../turns/turnInput.ts'

/** What a model is asked in a conversation. */
export interface AskModel {
  readonly conversationId: string
  readonly at?: PointRef | null
  /** What the prompt says; null: the turn at the point is answered. */
  readonly prompt: Pick<StoreTurn, 'blocks' | 'attachments'> | null
  readonly model?: string | null
  /** Undefined: nothing is expected. */
  readonly expectedHeadId?: string | null
  readonly onConflict?: OnConflict | null
  readonly idempotencyKey?: string | null
}
export interface StopAnswer {
  readonly id: string
  readonly idempotencyKey?: string | null
}

/** An answer as it is now. */
export interface Answer extends AnswerRecord {
  readonly id: string
  readonly conversationId: string
  readonly runId: string
  /** So far. */
  readonly text: string
  readonly usage: UsageInput | null
}
export interface AskResult {
  readonly answer: Answer
  readonly prompt: Observation
  readonly conversation: Conversation
  readonly replayed: boolean
}

/** A change of an answer: a piece of its text, or another state. */
export interface AnswerChange {
  readonly kind: 'TEXT' | 'THINKING' | 'STATE'
  /** Where the piece begins, in UTF-16 units. */
  readonly offset: number
  readonly text: string | null
  readonly answer: Answer
}
