/** So much is under way that nothing more is taken now. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
  readonly code = 'OVERLOADED'
  readonly details: { readonly limit: number }
  /** For the header of that name: whole seconds. */
  readonly retryAfter = '1'

  /** `who` has `limit` of `what`. */
  constructor(who: string, limit: number, what: string) {
    super(`${who} has ${limit} ${what}, and takes no more now. Nothing of this was done: send it again in a moment.`)
    this.details = { limit }
  }
}
