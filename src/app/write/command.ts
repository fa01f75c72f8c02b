import { inputMark, isMarkOf } from '../../domain/access/keyedDigest.ts'
import { keptSince } from '../../domain/erasure/retention.ts'
import type { Hash, Instant, Json, KeyRecord } from '../../domain/model.ts'
import { canonicalJson, sha256 } from '../../domain/tree/pathHash.ts'
import { Refusal } from '../../domain/refusals.ts'
import type { Scope } from '../scope.ts'
import { checkId } from './checks.ts'
import { KeyUsed, type Bind, type WriteScope } from './lanes/commit.ts'

/**
 * What the input of any command may say of how it is done, beside whatever else it holds; two inputs that differ in nothing
 * else are the same.
 */
export type CommandInput = object & {
  readonly idempotencyKey?: string | null
  readonly expectedHeadId?: string | null | undefined
  readonly onConflict?: string | null
  /** A command that is only tried binds no key. */
  readonly dryRun?: boolean | null
}

/**
 * What a command does. `K` is what its key is bound to: ids, and of what it did the counts and warnings that nothing else
 * keeps.
 */
export interface Command<A extends object, K extends Json> {
  readonly operation: string
  /** Decides and writes, in one write whose plan has the record, and returns the answer. */
  readonly decide: (scope: WriteScope<K>) => Promise<A>
  /** Returns the answer of an earlier call, as what it did is now: see `found`. */
  readonly load: (record: K) => Promise<A>
  /** Whether the key is looked up first: what binds it is a write of another command, which may not be refused for it. */
  readonly looksFirst?: boolean
}

/**
 * Does a command once per key: the same key with the same input gives the same answer and writes nothing new. The key wins
 * over everything else: also a refusal gives way to the answer that the key is bound to. It is looked up only when the write
 * says that it is used, when nothing was written, or when the command is refused, so that the ordinary case costs no read
 * (design §2.5, §3). A key that has expired is as if it was never used. How a write is decided again on what came in between
 * is the concern of `commit`, which a command writes by, as is binding the key in the same write.
 */
export async function command<A extends object, K extends Json>(
  scope: Scope,
  input: CommandInput,
  { operation, decide, load, looksFirst = false }: Command<A, K>,
): Promise<A & { readonly replayed: boolean }> {
  const { idempotencyKey: key, expectedHeadId: _expected, onConflict: _rule, dryRun, ...compared } = input
  if (key == null || dryRun === true) return { replayed: false, ...(await decide(scope)) }
  checkId(key, 'idempotencyKey')
  const digest = sha256(canonicalJson({ operation, input: compared }))
  const inputHash = inputMark(scope.nameKey, digest)
  for (;;) {
    const outcome = { isBound: false }
    const bind: Bind<K> = (result) => {
      outcome.isBound = true
      return { key, operation, inputHash, result, storedAt: scope.fresh.now() }
    }
    try {
      if (looksFirst) await refuseUsed(scope, key)
      const answer = await decide({ ...scope, bind })
      // No write has looked for the key.
      if (!outcome.isBound) await refuseUsed(scope, key)
      return { replayed: false, ...answer }
    } catch (thrown) {
      if (thrown instanceof KeyUsed && (await dropExpired(scope, thrown.record))) continue
      const record =
        thrown instanceof KeyUsed ? thrown.record : thrown instanceof Refusal ? await keyRecord(scope, key) : null
      if (record === null) throw thrown
      if (!(await isOfInput(scope, record, digest))) throw mismatch(record)
      // What this operation kept under its name is of its own kind.
      return { ...(await load(record.result as K)), replayed: true }
    }
  }
}

/**
 * Returns what a record names, all of it. A fault where something of it is missing, for nothing that a key is bound to is
 * ever deleted: an erasure frees the key.
 */
export async function found<T extends object>(
  record: Json,
  named: { readonly [N in keyof T]: Promise<T[N] | null> },
): Promise<T> {
  const names = Object.keys(named) as (keyof T)[]
  const values = await Promise.all(names.map((name) => named[name]))
  const missing = names.filter((_, k) => values[k] === null)
  if (missing.length > 0)
    throw new Error(`What was done as ${JSON.stringify(idsIn(record))} is missing: ${missing.join(', ')}.`)
  return Object.fromEntries(names.map((name, k) => [name, values[k]])) as T
}

async function refuseUsed(scope: Scope, key: string): Promise<void> {
  const record = await keyRecord(scope, key)
  if (record !== null) throw new KeyUsed(record)
}

/** Returns what a key is bound to; null: nothing, or nothing any more. */
async function keyRecord(scope: Scope, key: string): Promise<KeyRecord | null> {
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
