import { inputMark, isMarkOf } from '../../../domain/access/keyedDigest.ts'
import { keptSince } from '../../../domain/erasure/retention.ts'
import type { Event, EventId, Hash, Instant, Json, KeyRecord } from '../../../domain/model.ts'
import { canonicalJson, sha256 } from '../../../domain/tree/pathHash.ts'
import { Refusal } from '../../../domain/refusals.ts'
import type { Scope } from '../../scope.ts'
import { checkId } from '../checks.ts'
import { KeyUsed } from './commit.ts'

/** Makes the record that binds the key of a command to its result; null when the command has no key. */
export type Bind<K extends Json = Json> = (result: K) => KeyRecord | null

/** A command that may carry an idempotency key; `K`, which is plain JSON, is what is kept of its answer. */
export interface Keyed<R, K extends Json = Json> {
  readonly operation: string
  readonly key: string | null | undefined
  /** What is compared: the input without its key, `expectedHeadId` and `onConflict`. */
  readonly input: unknown
  readonly perform: (bind: Bind<K>) => Promise<R>
  /** Fills the answer of an earlier call from the record. */
  readonly replay: (stored: K) => Promise<R>
}

/**
 * Performs a command once per key. The key wins over everything else: also a refusal gives way to the answer that
 * the key is bound to. It is looked up only when the write says that it is used, or when the command is refused, so
 * that the ordinary case costs no read (design §2.5, §3). A key that has expired is as if it was never used.
 */
export async function once<R, K extends Json = Json>(scope: Scope, command: Keyed<R, K>): Promise<R> {
  const { operation, key, input, perform, replay } = command
  if (key == null) return perform(() => null)
  checkId(key, 'idempotencyKey')
  const digest = sha256(canonicalJson({ operation, input }))
  const inputHash = inputMark(scope.nameKey, digest)
  try {
    return await perform((result) => ({ key, operation, inputHash, result, storedAt: scope.fresh.now() }))
  } catch (thrown) {
    if (thrown instanceof KeyUsed && (await dropExpired(scope, thrown.record))) return once(scope, command)
    const record =
      thrown instanceof KeyUsed ? thrown.record : thrown instanceof Refusal ? await keyRecord(scope, key) : null
    if (record === null) throw thrown
    if (!(await isOfInput(scope, record, digest))) throw mismatch(record)
    // What this operation kept under its name is of its own kind.
    return replay(record.result as K)
  }
}

/**
 * Returns the answer of an earlier call: the event that it was done as, and what else is asked for beside it. A fault where
 * something of it is missing, for nothing that a key is bound to is ever deleted.
 */
export async function replayOf<T extends object>(
  { reads }: Scope,
  eventId: EventId,
  request: { readonly [N in keyof T]: Promise<T[N] | null> },
): Promise<T & { readonly event: Event; readonly replayed: true }> {
  const names = Object.keys(request) as (keyof T)[]
  const [event, values] = await Promise.all([reads.event(eventId), Promise.all(names.map((name) => request[name]))])
  if (!event || values.some((value) => value === null)) throw new Error(`What was done as event ${eventId} is missing.`)
  const result = Object.fromEntries(names.map((name, k) => [name, values[k]])) as T
  return { ...result, event, replayed: true }
}

/** Returns what a key is bound to; null: nothing, or nothing any more. */
export async function keyRecord(scope: Scope, key: string): Promise<KeyRecord | null> {
  const record = (await scope.store.keys([key]))[0] ?? null
  return record !== null && (await dropExpired(scope, record)) ? null : record
}

/** Returns the time before which keys have expired: they are as if they were never used. */
export function keysKeptSince({ fresh, limits }: Scope): Instant {
  return keptSince(fresh.now(), limits.keyDays)
}

/** Deletes a key that has expired, so that a write may bind it again; says whether it has. Another one that was bound meanwhile stays. */
async function dropExpired(scope: Scope, { key, storedAt }: KeyRecord): Promise<boolean> {
  const since = keysKeptSince(scope)
  if (storedAt >= since) return false
  await scope.store.expireKeys(since, { limit: 1, key })
  return true
}

/** A restored backup brings its key for names along: what is known of the tenant here may be of before. */
async function isOfInput({ nameKey, store }: Scope, { inputHash }: KeyRecord, digest: Hash): Promise<boolean> {
  if (isMarkOf(inputHash, nameKey, digest)) return true
  const now = (await store.record())?.nameKey
  return now !== undefined && now !== nameKey && isMarkOf(inputHash, now, digest)
}

function mismatch({ key, operation, result }: KeyRecord): Refusal {
  const usedFor = idsIn(Array.isArray(result) ? (result as readonly Json[])[0] : result)
  const named = Object.entries(usedFor)
    .map(([name, id]) => `${name} "${id}"`)
    .join(', ')
  return new Refusal(
    'IDEMPOTENCY_MISMATCH',
    { idempotencyKey: key, operation, usedFor },
    `The idempotency key "${key}" was used for ${operation} with another input${named === '' ? '' : `: ${named}`}.`,
    ['idempotencyKey'],
  )
}

/** What the answer of an earlier call names: of a list, its first. */
function idsIn(result: Json | undefined): { readonly [name: string]: string } {
  if (result == null || typeof result !== 'object' || Array.isArray(result)) return {}
  const ids = Object.entries(result).filter(
    (entry): entry is [string, string] => entry[0].endsWith('Id') && typeof entry[1] === 'string',
  )
  return Object.fromEntries(ids)
}
