import type { Json, JsonObject, UsageInput } from '../../domain/model.ts'
import type { AnswerPiece } from '../../domain/records/modelAnswer.ts'
import type { PointRef } from '../read/view.ts'

export type { AnswerPiece }

export interface Probe {
  readonly conversationId: string
  readonly at?: PointRef | null
  readonly prompt: string
  readonly model?: string | null
}
export interface ProbeResult {
  /** Null where the model called tools. */
  readonly probe: string | null
  readonly text: string
  readonly messages: readonly Json[]
  readonly stopReason: string
}
export interface PromoteProbe {
  readonly probe: string
  readonly newConversationId?: string | null
  readonly title?: string | null
  readonly idempotencyKey?: string | null
}

/** A message as OpenAI's chat completions have it. */
export type ResponderMessage = JsonObject & { readonly role: 'system' | 'user' | 'assistant' | 'tool' }

/** What a model answered. */
export interface ModelAnswer {
  readonly text: string
  /** Its message, as it came. */
  readonly message: JsonObject
  /** Ids of the tool calls that it made. */
  readonly toolCalls: readonly string[]
  readonly stopReason: string
  readonly model: string
  readonly usage: UsageInput | null
}

/** What a model is asked. */
export interface ModelRequest {
  readonly model: string
  readonly messages: readonly ResponderMessage[]
  readonly signal?: AbortSignal | undefined
}

/** The model that is asked: in one piece by probes, piece by piece by who shows an answer while it is made. */
export interface Responder {
  /** The model that is asked unless another is named. */
  readonly model: string | null
  /** How long the model may be silent, in milliseconds. */
  readonly timeoutMs: number
  /** Returns the names of the models that its endpoint lists; none where it lists none. */
  models(): Promise<readonly string[]>
  answer(request: ModelRequest): Promise<ModelAnswer>
  /** Hands over each piece as it comes, awaiting the receiver; returns the whole. A signal ends it, also between pieces. */
  stream(request: ModelRequest, tell: (piece: AnswerPiece) => void | Promise<void>): Promise<ModelAnswer>
}

/** What probes work with. */
export interface Probing {
  /** Null where none is configured. */
  readonly responder: Responder | null
  /** Returns the key that probes are signed with. */
  readonly key: () => Promise<Uint8Array>
}

/** The model did not answer in time, or takes no more requests for now. */
export class ResponderUnavailable extends Error {
  override readonly name = 'ResponderUnavailable'
  readonly code: 'TIMEOUT' | 'RATE_LIMITED'
  constructor(code: 'TIMEOUT' | 'RATE_LIMITED', message: string) {
    super(message)
    this.code = code
  }
}
