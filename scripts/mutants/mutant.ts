/** Ways in which the isolation of tenants could be broken by a careless hand, each with the tests that must notice. */
export interface Mutant {
  readonly name: string
  /** From the repository's folder. */
  readonly file: string
  /** What stands there, once, and what is put in its place. */
  readonly edits: readonly (readonly [from: string, to: string])[]
  readonly killers: readonly Killer[]
  /** Only a database shows it. */
  readonly onNeo4j?: boolean
}

/** A test file, or those tests of it whose names the pattern finds. */
export interface Killer {
  readonly file: string
  readonly only?: string
}

/** Returns a mutant with one edit. */
export const one = (name: string, file: string, from: string, to: string, ...killers: Killer[]): Mutant => ({
  ...{ name, file, edits: [[from, to]], killers },
})
