import type { Json } from '../../domain/model.ts'
import { isWatched, PartNames, sharedWith, type LoosePart } from '../../domain/records/partNames.ts'
import type { StateRecord, StateRecordChange } from '../../domain/records/stateRecord.ts'
import { cost } from '../read/budget.ts'
import { wholeList } from '../read/walkList.ts'
import type { Scope } from '../scope.ts'
import { recordPages } from '../stateRecords/recordPages.ts'
import type { Find } from './finding.ts'

/** The most keys that a finding shows. */
const displayLimit = 20
const pageLength = 500

/**
 * Looks through the state records of a conversation: parts that no record names, projections that were refused, and
 * observations that are not there. Returns how many parts are loose.
 */
export async function checkStateRecords(scope: Scope, conversationId: string, find: Find): Promise<number> {
  const unprojected: StateRecord[] = []
  const { loose } = await lookThrough(scope, conversationId, async (page) => {
    unprojected.push(...page.filter(({ value }) => refusedProjection(value) !== null))
    await checkObservations(scope, page, find)
  })
  for (const [kind, keys] of byKind(loose)) {
    const message = `${keys.length} records of kind "${kind}" are parts that no record names: \`repair\` drops them.`
    find('RECORD_PART_LOOSE', message, { kind, count: keys.length, keys: keys.slice(0, displayLimit) })
  }
  for (const { kind, key, value } of unprojected) {
    const code = refusedProjection(value)
    const message = `The turns of record "${key}" of kind "${kind}" were refused with ${code}: it is stored without them.`
    find('PROJECTION_REFUSED', message, { kind, key, code })
  }
  return loose.length
}

/**
 * Returns what drops the loose parts of a conversation, and how many those are. What its programs expect unchanged is written
 * anew with it: they learn by its version that parts which they know of may be gone.
 */
export async function dropLooseParts(
  scope: Scope,
  conversationId: string,
): Promise<{ readonly count: number; readonly changes: readonly StateRecordChange[] }> {
  const { loose, watchedRecords: watched } = await lookThrough(scope, conversationId)
  const none = { kindPrefix: null, keyPrefix: null, beforeKey: null }
  const drops = [...byKind(loose)].map(([kind, keys]): StateRecordChange => ({
    expected: keys.length,
    dropped: { ...none, conversationId, kind, keys },
  }))
  const again =
    loose.length === 0
      ? []
      : watched.map((record): StateRecordChange => ({
          expected: record.version,
          value: { ...record, version: record.version + 1 },
        }))
  return { count: loose.length, changes: [...drops, ...again] }
}

/** Reads all records, and once more those that may name parts, those of forks too. */
async function lookThrough(
  scope: Scope,
  conversationId: string,
  look: (page: readonly StateRecord[]) => Promise<void> = () => Promise.resolve(),
): Promise<{ readonly loose: readonly LoosePart[]; readonly watchedRecords: readonly StateRecord[] }> {
  const names = new PartNames()
  const watched: StateRecord[] = []
  const shared = new Set<string>()
  for await (const page of recordPages(scope, conversationId)) {
    scope.budget.spend(page.length * cost.hashed)
    for (const record of page) {
      names.add(record)
      const other = sharedWith(record)
      if (other !== null) shared.add(other)
    }
    watched.push(...page.filter(isWatched))
    await look(page)
  }
  if (!names.hasParts) return { loose: [], watchedRecords: watched }
  for await (const page of recordPages(scope, conversationId)) for (const record of page) names.take(record)
  await takeForks(scope, conversationId, shared, names)
  return { loose: names.loose(), watchedRecords: watched }
}

/** Forks read what they lack from their source: what their records name is named. */
async function takeForks(scope: Scope, id: string, shared: ReadonlySet<string>, names: PartNames): Promise<void> {
  const seen = new Set([id])
  const open = [id, ...shared]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next) && next !== id) continue
    if (!seen.has(next))
      for await (const page of recordPages(scope, next))
        for (const record of page) {
          names.take(record, true)
          const other = sharedWith(record)
          if (other !== null) open.push(other)
        }
    seen.add(next)
    const forks = await wholeList(scope.reads, 'everyFork', next, pageLength)
    open.push(...forks.map((fork) => fork.id).filter((fork) => !seen.has(fork)))
  }
}

async function checkObservations(scope: Scope, page: readonly StateRecord[], find: Find): Promise<void> {
  const about = page.filter(({ observationId }) => observationId !== null)
  const observations = await scope.store.observations(about.map(({ observationId }) => observationId as string))
  for (const [i, { kind, key, observationId }] of about.entries())
    if (observations[i] == null) {
      const message = `The record "${key}" of kind "${kind}" is about the observation "${observationId}", which is missing.`
      find('RECORD_OBSERVATION_MISSING', message, { kind, key, observationId })
    }
}

/** What a program writes into a record whose turns were refused: `projection: { failed: CODE }`. */
function refusedProjection(value: Json): string | null {
  const { projection } = (value ?? {}) as { readonly projection?: { readonly failed?: unknown } | null }
  return typeof projection?.failed === 'string' ? projection.failed : null
}

function byKind(loose: readonly LoosePart[]): Map<string, string[]> {
  const results = new Map<string, string[]>()
  for (const { kind, key } of loose) results.set(kind, [...(results.get(kind) ?? []), key])
  return results
}
