/** The caller has asked too much within a minute. */
export class RateExceeded extends Error {
  override readonly name = 'RateExceeded'
  readonly code = 'RATE_LIMITED'
  readonly details: { readonly retryAfterMs: number }

  constructor(retryAfterMs: number) {
    super('Rate limit exceeded. Try again later.')
    this.details = { retryAfterMs }
  }

  /** For the header of that name: whole seconds. */
  get retryAfter(): string {
    return String(Math.ceil(this.details.retryAfterMs / 1000))
  }
}
