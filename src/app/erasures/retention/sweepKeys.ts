import type { Scope } from '../../scope.ts'
import { keysKeptSince } from '../../write/command.ts'

/** A key of a batch is found by a thousand names, which go with it. */
const atOnce = 100

/** Deletes the idempotency keys of a tenant that have expired, some at a time, and returns how many those were. */
export async function sweepKeys(scope: Scope): Promise<number> {
  const before = keysKeptSince(scope)
  for (let swept = 0; ;) {
    scope.signal?.throwIfAborted()
    const dropped = await scope.store.expireKeys(before, { limit: atOnce })
    swept += dropped
    if (dropped < atOnce) return swept
  }
}
