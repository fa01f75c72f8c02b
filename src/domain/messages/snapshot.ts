import type { Instant, JsonObject, Observation, ObservationId } from '../model.ts'
import { compareLater, strategies, type Chosen, type FieldClaim, type Strategy } from './strategies.ts'

/** One storing of an entity's fields or of a relationship's metadata: immutable, outside the tree. */
export interface Fact {
  readonly id: ObservationId
  readonly kind: 'FACT' | 'CORRECTION' | 'DELETION' | 'RESTORATION'
  readonly ownerKind: 'ENTITY' | 'RELATIONSHIP'
  /** Whose history it is part of now: a merge and a split of entities move facts. */
  readonly ownerId: string
  /** A member that is null clears the field; one that is absent was not observed. */
  readonly fields: JsonObject
  readonly priority: number
  readonly specificity: number | null
  readonly sourceKind: string | null
  readonly note: string | null
  readonly observedAt: Instant
  readonly ingestedAt: Instant
  /** Which erasure emptied it. Absent where it was not erased. */
  readonly erased?: { readonly by: string }
}

/** A present or past value: a pure function of observations (spec N-20). */
export interface Snapshot {
  readonly fields: JsonObject
  /** Field to the observation behind it. */
  readonly provenance: Readonly<Record<string, ObservationId>>
  readonly observationCount: number
  readonly unknownFields: number
  /** Time of the last observation, never the wall clock. */
  readonly computedAt: Instant
}

/** The present value as it is kept, with the version of the type's declaration by which it was computed; 0: none. */
export interface StoredSnapshot extends Snapshot {
  readonly typeVersion: number
}

/** What a snapshot takes of an observation: a turn's or an entity's, as stored. */
export interface Observed {
  readonly id: ObservationId
  readonly kind: 'TURN' | 'RESTATEMENT' | Fact['kind']
  /** A member that is null clears the field; one that is absent was not observed. */
  readonly fields: JsonObject
  readonly priority: number
  readonly specificity: number | null
  readonly sourceKind: string | null
  readonly observedAt: Instant
  readonly ingestedAt: Instant
}

/** What is known of the fields of a type. */
export interface Rules {
  /** Strategy by field; `last_write` where there is none. */
  readonly strategies: Readonly<Record<string, Strategy>>
  /** Fields that are not counted as unknown. */
  readonly isKnown: (field: string) => boolean
}

/** The past as it is asked for: what was observed and what was stored by then; null: no bound. */
export interface AsOf {
  readonly at: Instant | null
  readonly ingestedAt: Instant | null
}

/** No bound: the present. */
export const present: AsOf = { at: null, ingestedAt: null }

/** Kinds of observations that give values; the others delete and restore. */
const givesValues = (kind: Observed['kind']) => kind !== 'DELETION' && kind !== 'RESTORATION'

/**
 * Returns the value that observations amount to, in whatever order they come: corrections before stores, each field by
 * its strategy. Null while deleted and before the first observation (design §3, "Snapshot").
 */
export function snapshotOf(observations: Iterable<Observed>, rules: Rules, asOf: AsOf = present): Snapshot | null {
  const seen = [...observations].filter((one) => isSeen(one, asOf))
  if (seen.length === 0 || isDeleted(seen)) return null
  const chosen = chosenFields(seen, rules)
  return {
    fields: Object.fromEntries(chosen.map(([field, { value }]) => [field, value])),
    provenance: Object.fromEntries(chosen.map(([field, { id }]) => [field, id])),
    observationCount: seen.length,
    unknownFields: chosen.filter(([field]) => !rules.isKnown(field)).length,
    computedAt: seen.reduce((last, one) => (one.observedAt > last ? one.observedAt : last), ''),
  }
}

/** Says whether an observation belongs to the past that is asked for: both bounds are inclusive, and both hold. */
function isSeen(observed: Pick<Observation, 'observedAt' | 'ingestedAt'>, { at, ingestedAt }: AsOf): boolean {
  return (at === null || observed.observedAt <= at) && (ingestedAt === null || observed.ingestedAt <= ingestedAt)
}

/** Says whether the last deletion or restoration among observations is a deletion: nothing else revives or deletes. */
export function isDeleted(observations: Iterable<Pick<Observed, 'kind' | 'id' | 'observedAt'>>): boolean {
  let last: Pick<Observed, 'kind' | 'id' | 'observedAt'> | null = null
  for (const one of observations)
    if ((one.kind === 'DELETION' || one.kind === 'RESTORATION') && (last === null || compareLater(one, last) < 0))
      last = one
  return last?.kind === 'DELETION'
}

function chosenFields(seen: readonly Observed[], { strategies: named }: Rules): [string, NonNullable<Chosen>][] {
  const chosen: [string, NonNullable<Chosen>][] = []
  for (const [field, sayings] of sayingsOf(seen)) {
    const strategy = Object.hasOwn(named, field) ? named[field] : undefined
    const choice = strategies[strategy ?? 'last_write'](sayings)
    if (choice !== null) chosen.push([field, choice])
  }
  return chosen
}

/** What was said of each field, fields in the order of the alphabet so that equal histories look equal. */
function sayingsOf(seen: readonly Observed[]): [string, FieldClaim[]][] {
  const byField = new Map<string, FieldClaim[]>()
  for (const one of seen.filter(({ kind }) => givesValues(kind))) {
    for (const [field, value] of Object.entries(one.fields)) {
      const saying = { ...one, value, isCorrection: one.kind === 'CORRECTION' }
      const known = byField.get(field)
      if (known) known.push(saying)
      else byField.set(field, [saying])
    }
  }
  return [...byField].sort(([a], [b]) => (a < b ? -1 : 1))
}
