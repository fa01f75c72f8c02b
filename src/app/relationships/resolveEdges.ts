import { sha256 } from '../../domain/tree/pathHash.ts'
import type { Entity } from '../../domain/records/entity.ts'
import {
  isMembership,
  membershipOf,
  relationshipId,
  type Identity,
  type Relationship,
} from '../../domain/records/relationship.ts'
import type { Scope } from '../scope.ts'
import type { Reads } from '../read/reads.ts'
import { messageOfEndpoint, resolveEndpoints } from './endpoints.ts'
import type { ChangeSet } from '../write/draft/changeSet.ts'

/** An edge that a command names, with the draft that it is decided in and the reads that see it. */
export interface NamedEdge extends Identity {
  readonly reads: Reads
  readonly draft: ChangeSet
}

/** An edge as a command finds it, with where its changes are noted. */
export interface Edge extends Identity {
  readonly id: string
  /** Live or deleted; null: there never was one. */
  readonly present: Relationship | null
  /** What it is when it is kept with its message, so that nothing of it can be changed by itself; else null. */
  readonly retainedAs: 'membership' | 'replacement' | null
  readonly draft: ChangeSet
}

/**
 * Finds edges between things, entities by what they were merged into; refuses an end that is unknown. However many
 * there are, the store is asked the same few times. The guards of ends are read first, so that a merge which comes
 * between is seen.
 */
export async function resolveEdges(scope: Scope, named: readonly NamedEdge[]): Promise<Edge[]> {
  if (named.length === 0) return []
  const guards = await guardsOf(scope, named)
  const ends = await resolveEndpoints(
    scope,
    named.flatMap(({ reads, source, target }) => [source, target].map((thing) => ({ reads, thing }))),
    [...new Set(named.map(({ draft }) => draft))].flatMap(newEntities),
  )
  const storedEdges = named.map((edge, i) => ({
    ...edge,
    source: ends[2 * i] ?? edge.source,
    target: ends[2 * i + 1] ?? edge.target,
  }))
  const isMoved = storedEdges.some((edge, i) => relationshipId(edge) !== relationshipId(named[i] as NamedEdge))
  if (isMoved) return resolveEdges(scope, storedEdges)
  return Promise.all(storedEdges.map((edge) => resolvedEdge(edge, guards)))
}

/** Those that are not in the store yet. */
function newEntities({ entities }: ChangeSet): Entity[] {
  return [...entities.values()].flatMap(({ expected, value }) => (expected === null ? [value] : []))
}

async function resolvedEdge(
  { reads, draft, ...identity }: NamedEdge,
  guards: ReadonlyMap<string, number>,
): Promise<Edge> {
  const id = relationshipId(identity)
  const message = await messageOfEndpoint(reads, identity.source)
  if (message && isMembership(identity, message))
    return { ...identity, id, present: membershipOf(message), retainedAs: 'membership', draft }
  const present = draft.relationships.get(id)?.value ?? (await reads.relationship(id))
  // Only an edge that is new needs them: a known one is guarded by its version.
  if (present === null) for (const name of guardNames(identity)) draft.guards.set(name, guards.get(name) ?? 0)
  const isReplacement = identity.type === 'SUPERSEDES' && message?.supersedesId === identity.target.id
  return { ...identity, id, present, retainedAs: isReplacement ? 'replacement' : null, draft }
}

const shards = 16

/** Names of the guards that every new edge of an entity raises one of, so that a merge which moves them all sees it. */
export function edgeGuards(entityId: string): string[] {
  return Array.from({ length: shards }, (_, shard) => edgeGuard(entityId, shard))
}

function edgeGuard(entityId: string, shard: number): string {
  return `edges of entity ${shard}: ${entityId}`
}

/** One guard per entity and share of its edges: many commands may relate one entity at the same time. */
function guardNames({ type, source, target }: Identity): string[] {
  const shard = Number.parseInt(sha256(relationshipId({ type, source, target })).slice(0, 4), 16) % shards
  const entities = [source, target].filter(({ kind }) => kind === 'ENTITY')
  return [...new Set(entities.map(({ id }) => edgeGuard(id, shard)))]
}

async function guardsOf(scope: Scope, edges: readonly Identity[]): Promise<Map<string, number>> {
  const names = [...new Set(edges.flatMap(guardNames))]
  const values = names.length === 0 ? [] : await scope.store.guards(names)
  return new Map(names.map((name, i) => [name, values[i] ?? 0]))
}
