import type { Requester } from '../../../domain/access/requester.ts'

/** A caller whose key or token was accepted. */
export interface Identity {
  readonly requester: Requester
  /** Milliseconds since 1970, from which on it holds no more; null: it has no end. */
  readonly endsAt: number | null
  /** Says whether it holds still, by what the registry says now. */
  readonly holds: () => Promise<boolean>
}

/** Why authentication failed: for the log alone. `who`: the key's id, or the token's subject. */
export class Unauthenticated extends Error {
  override readonly name = 'Unauthenticated'
  readonly who: string | null

  constructor(reason: string, who: string | null = null) {
    super(reason)
    this.who = who
  }
}
