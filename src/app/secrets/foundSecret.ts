/** A secret in a text: which kind it is and where it begins. Nothing of it is ever passed on. */
export interface FoundSecret {
  /** The rule that knows it, as `github`. */
  readonly rule: string
  /** What it is by that rule, as `GITHUB_TOKEN`. */
  readonly kind: string
  /** Where it begins, in UTF-16 units. */
  readonly offset: number
}
