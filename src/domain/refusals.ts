import type { Json } from './model.ts'

/** A point that a client may send back as a PointInput. */
export type Point =
  | { readonly messageId: string }
  | { readonly observationId: string }
  | { readonly runId: string }
  | { readonly turn: number }
  | { readonly start: boolean }

/** Every refusal the product can give, and the facts each carries. */
export interface Refusals {
  NOT_FOUND: {
    readonly kind: string
    readonly id: string
    readonly deleted?: boolean
    readonly hint?: string
    /** What there is in place of the beginning of a file that was sought. */
    readonly held?: Json
  }
  BAD_INPUT: { readonly [fact: string]: Json }
  ALREADY_EXISTS:
    | { readonly kind: string; readonly id: string }
    | { readonly kind: string; readonly key: string; readonly version: number }
  /** `operation` and `usedFor`: what the key is bound to, by its ids. */
  IDEMPOTENCY_MISMATCH: { readonly idempotencyKey: string; readonly operation: string; readonly usedFor: Json }
  HEAD_MOVED: { readonly conversationId: string; readonly expected: string | null; readonly actual: string | null }
  ROLE_CONFLICT: {
    readonly messageId: string
    readonly storedRole: string
    readonly givenRole: string
    readonly hint: string
  }
  UNKNOWN_PARENT: { readonly conversationId: string; readonly parent: string }
  FORK_POINT_UNKNOWN: { readonly conversationId: string; readonly point: Json }
  FORK_POINT_NOT_BOUNDARY: {
    readonly conversationId: string
    readonly boundary: string
    readonly openCalls: readonly string[]
    readonly before: Point | null
    readonly after: Point | null
  }
  /** `state` null: it was not claimed. */
  RUN_NOT_CLAIMED: { readonly conversationId: string; readonly runId: string; readonly state: string | null }
  RUN_NOT_COMPLETED: { readonly conversationId: string; readonly runId: string; readonly state: string }
  RUN_ALREADY_CLAIMED: { readonly conversationId: string; readonly runId: string; readonly state: string }
  RUN_ALREADY_COMPLETED: { readonly conversationId: string; readonly runId: string }
  CONFLICT_ACTIVE_RUN: {
    readonly conversationId: string
    readonly openRunIds: readonly string[]
    readonly [fact: string]: Json
  }
  TOOL_PAIR_BROKEN: { readonly conversationId: string; readonly [fact: string]: Json }
  /** The things of the cycle in order. */
  CYCLE_DETECTED: { readonly type: string; readonly cycle: readonly string[] }
  ALREADY_MERGED: { readonly kind: string; readonly id: string; readonly into: string }
  /** By conversation, the environments that its artifacts name. */
  ERASED: {
    readonly messageId?: string
    readonly entityId?: string
    readonly conversationId?: string
    readonly attachmentId?: string
    readonly erasureId: string | null
  }
  ENVIRONMENT_MISMATCH: { readonly environments: Json }
  RESPONDER_NOT_CONFIGURED: { readonly variable: string }
  /** `status`: of its answer, null where none came. */
  RESPONDER_FAILED: { readonly status: number | null; readonly kind: ResponderFault }
  /** `errorId`: under which the log of the server has the fault. */
  ANSWER_FAILED: { readonly errorId: string }
  /** `answerId`: the answer that is under way. */
  ALREADY_ANSWERING: { readonly conversationId: string; readonly answerId: string }
  /** `code`: what the system says, as `EEXIST`. */
  FILE_NOT_WRITTEN: { readonly path: string; readonly code: string }
  LIMIT_EXCEEDED: { readonly limit: number; readonly [fact: string]: Json }
  /** `place`: the observation that the cursor named. */
  CURSOR_GONE: { readonly place: string }
  /** Versions; 0: there is none. */
  RECORD_CHANGED: { readonly kind: string; readonly key: string; readonly expected: number; readonly found: number }
}
/** How a model's endpoint failed: by its status, in what it answered, or by not answering to the end. */
export type ResponderFault =
  'STATUS' | 'NO_ANSWER' | 'NO_CHOICES' | 'CUT_OFF' | 'UNREACHABLE' | 'TIMEOUT' | 'RATE_LIMITED' | 'EMPTY' | 'GONE'

export type RefusalCode = keyof Refusals

/** The rules say no: a code, the facts and a sentence for people. Everything else that is thrown is a fault. */
export class Refusal<C extends RefusalCode = RefusalCode> extends Error {
  override readonly name = 'Refusal'
  readonly code: C
  readonly facts: Refusals[C]
  /** Path of the input field at fault, when there is one. */
  readonly field: readonly string[] | null

  constructor(code: C, facts: Refusals[C], message: string, field: readonly string[] | null = null) {
    super(message)
    this.code = code
    this.facts = facts
    this.field = field
  }
}

/** Returns the refusal of one item of a list, which names the item: in its sentence, its facts and its field. */
export function ofItem(refusal: Refusal, list: string, index: number): Refusal {
  const { code, facts, message, field } = refusal
  const sentence = `${list}[${index}]: ${message}`
  return new Refusal(code, { ...facts, index }, sentence, [list, String(index), ...(field ?? [])])
}

/** Returns what is made of each item of a list; the refusal of one names it. */
export function eachItem<T, R>(list: string, items: readonly T[], make: (item: T, index: number) => R): R[] {
  return items.map((item, index) => {
    try {
      return make(item, index)
    } catch (thrown) {
      throw thrown instanceof Refusal ? ofItem(thrown as Refusal, list, index) : thrown
    }
  })
}

/** Returns the refusal of an input that makes no sense. */
export function badInput(
  message: string,
  facts: Refusals['BAD_INPUT'] = {},
  field: readonly string[] | null = null,
): Refusal {
  return new Refusal('BAD_INPUT', facts, message, field)
}

/** Returns the refusal of an id that names nothing. */
export function notFound(kind: string, id: string, deleted = false): Refusal {
  return new Refusal(
    'NOT_FOUND',
    deleted ? { kind, id, deleted } : { kind, id },
    `No ${kind} has the id "${id}"${deleted ? ' any more: it was deleted' : ''}.`,
  )
}

/** Returns what was found; refuses an id that names nothing. */
export function mustFind<T>(result: T | null | undefined, kind: string, id: string): T {
  if (result === null || result === undefined) throw notFound(kind, id)
  return result
}

/** Returns the conversation; refuses a deleted one. */
export function mustBeLive<C extends { readonly id: string; readonly deletedAt: unknown }>(conversation: C): C {
  if (conversation.deletedAt !== null) throw notFound('Conversation', conversation.id, true)
  return conversation
}
