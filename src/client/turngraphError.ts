import type { FailureCode } from './failureCodes.ts'

/** What an error may come with. */
export interface TurngraphErrorOptions extends ErrorOptions {
  readonly retryAfterMs?: number | null
}

/** Why something was refused or could not be done: a code and facts for programs, a sentence for people. */
export class TurngraphError extends Error {
  override readonly name = 'TurngraphError'
  /** An `ErrorCode` of the API, or what a request as such is refused with: TIMEOUT, UNREACHABLE, INTERNAL and the like. */
  readonly code: FailureCode
  /** The facts of the refusal; null where there are none. */
  readonly details: unknown
  /** Path of the input field at fault; null where none is. */
  readonly field: readonly string[] | null
  /** After how many milliseconds the server wants to be asked again; null where it says nothing of that. */
  readonly retryAfterMs: number | null

  constructor(
    code: FailureCode,
    message: string,
    details: unknown = null,
    field: readonly string[] | null = null,
    options: TurngraphErrorOptions = {},
  ) {
    super(message, options)
    this.code = code
    this.details = details
    this.field = field
    this.retryAfterMs = options.retryAfterMs ?? null
  }
}
