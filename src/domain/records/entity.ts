import { canonicalJson } from '../tree/pathHash.ts'
import { own } from '../../runtime/own.ts'
import type { Instant, JsonObject, ObservationId } from '../model.ts'
import {
  isDeleted,
  snapshotOf,
  type AsOf,
  type Rules,
  type Fact,
  type StoredSnapshot,
  type Snapshot,
} from '../messages/snapshot.ts'
import type { Strategy } from '../messages/strategies.ts'

export type EntityId = string

/** Anything a message or conversation refers to. */
export interface Entity {
  readonly id: EntityId
  /** Grows with each write; what a write expects unchanged. */
  readonly version: number
  readonly type: string
  /** Of the present snapshot. */
  readonly name: string
  readonly createdAt: Instant
  readonly deleted: boolean
  readonly mergedInto: EntityId | null
  readonly factCount: number
  /** Null while it is deleted or merged. */
  readonly snapshot: StoredSnapshot | null
  /** Which erasure emptied it. Absent where it was not erased. */
  readonly erased?: { readonly by: string }
}

/** How the names of counters begin that are raised by who makes an entity of a type and name. */
export const nameGuards = 'name of an entity: '

/** Declared strategies of an entity type's fields. */
export interface EntityType {
  readonly type: string
  readonly version: number
  readonly strategies: Readonly<Record<string, Strategy>>
}

/** What an entity is made of, besides its version. */
export type EntityValue = Omit<Entity, 'version'>

/** Returns what is declared of a type; of one that nobody declared no field is unknown. */
function rulesOf(type: EntityType | null): Rules {
  const strategies = type?.strategies ?? {}
  return {
    strategies,
    isKnown: (field) => type === null || field === 'name' || Object.hasOwn(strategies, field),
  }
}

/** Returns the value that facts amount to at a time, by what is declared now. */
export function valueOf(facts: readonly Fact[], type: EntityType | null, asOf: AsOf): Snapshot | null {
  return snapshotOf(facts, rulesOf(type), asOf)
}

/** Returns an entity as all its facts make it. */
export function withFacts(entity: EntityValue, facts: readonly Fact[], type: EntityType | null): EntityValue {
  const snapshot = snapshotOf(facts, rulesOf(type))
  return {
    ...entity,
    deleted: isDeleted(facts),
    factCount: facts.length,
    snapshot: snapshot && { ...snapshot, typeVersion: type?.version ?? 0 },
    name: nameIn(snapshot) ?? entity.name,
  }
}

/**
 * Returns what is kept of an entity and does not follow from its facts; null where all of it does. A merged one has none. A
 * snapshot by an older declaration of its type is not shown any more, and only its name and its count are looked at; none is by
 * a declaration that is not there yet: that would be shown once it is.
 */
export function wrongMember(
  entity: EntityValue,
  facts: readonly Fact[],
  type: EntityType | null,
): 'factCount' | 'deleted' | 'name' | 'snapshot' | null {
  if (entity.factCount !== facts.length) return 'factCount'
  if (entity.mergedInto !== null) return facts.length > 0 || entity.snapshot !== null ? 'snapshot' : null
  const made = withFacts(entity, facts, type)
  if (made.deleted !== entity.deleted) return 'deleted'
  const version = type?.version ?? 0
  if (entity.snapshot !== null && entity.snapshot.typeVersion < version) {
    const names = facts.flatMap(({ fields }) => (typeof fields['name'] === 'string' ? [fields['name']] : []))
    return names.length > 0 && !names.includes(entity.name) ? 'name' : null
  }
  if (made.name !== entity.name) return 'name'
  return canonicalJson(made.snapshot) === canonicalJson(entity.snapshot) ? null : 'snapshot'
}

/** Returns the name that a snapshot says, or null. */
export function nameIn(snapshot: Snapshot | null): string | null {
  const name = snapshot?.fields['name']
  return typeof name === 'string' ? name : null
}

/**
 * Returns an entity with one fact more, judged by the facts behind its present fields alone; null where that is not
 * enough: a field that has no value may have been cleared by a correction, and other strategies weigh what was passed
 * over.
 */
export function withFact(
  entity: Entity,
  fact: Fact,
  type: EntityType | null,
  behind: ReadonlyMap<ObservationId, Fact>,
): EntityValue | null {
  const { snapshot } = entity
  const isPlain = fact.kind === 'FACT' && snapshot?.typeVersion === (type?.version ?? 0)
  if (!isPlain || fact.observedAt <= snapshot.computedAt) return null
  const names = Object.keys(fact.fields)
  const sources = names.map((field) => behind.get(own(snapshot.provenance, field) ?? ''))
  const isEnough = names.every((field, i) => {
    const strategy = type && Object.hasOwn(type.strategies, field) ? type.strategies[field] : 'last_write'
    return strategy === 'last_write' && sources[i] !== undefined && own(fact.fields, field) !== null
  })
  if (!isEnough) return null
  const won = names.filter((_, i) => sources[i]?.kind !== 'CORRECTION')
  const stored: StoredSnapshot = {
    ...snapshot,
    fields: { ...snapshot.fields, ...picked(fact.fields, won) },
    provenance: { ...snapshot.provenance, ...Object.fromEntries(won.map((field) => [field, fact.id])) },
    observationCount: snapshot.observationCount + 1,
    computedAt: fact.observedAt,
  }
  return { ...entity, factCount: entity.factCount + 1, snapshot: stored, name: nameIn(stored) ?? entity.name }
}

function picked(fields: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
}

/** Returns an entity that has no fact yet. */
export function newEntity(id: string, type: string, name: string, at: Instant): EntityValue {
  return { id, type, name, createdAt: at, deleted: false, mergedInto: null, factCount: 0, snapshot: null }
}
