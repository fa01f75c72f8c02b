import { withFacts, type Entity } from '../../domain/records/entity.ts'
import { badInput, mustFind, notFound } from '../../domain/refusals.ts'
import {
  acyclicTypes,
  isSame,
  relationshipId,
  type Relationship,
  type Endpoint,
} from '../../domain/records/relationship.ts'
import { checkLookupId } from '../../domain/ids.ts'
import type { Scope } from '../scope.ts'
import { type EntityResult, allFacts, alreadyMerged, changeEntity } from './entities.ts'
import { mustNotBeErased } from './erasedEntity.ts'
import { findCycle } from '../relationships/findCycle.ts'
import { edgeGuards } from '../relationships/resolveEdges.ts'
import { cycleRefusal, guardCycles, putDeleted, putLive } from '../relationships/changeRelationship.ts'
import { putEntity, putRelationship } from '../write/draft/recordDraft.ts'
import { allOf, walkRelationships } from '../read/walkList.ts'
import type { ChangeSet } from '../write/draft/changeSet.ts'

export interface MergeEntities {
  readonly from: string
  readonly into: string
  readonly idempotencyKey?: string | null
}

/**
 * Makes one entity of two in one write: facts and edges of `from` go to `into`, a live edge wins over a deleted twin,
 * an edge between the two is dropped. `from` stays as a name for `into`, and later writes to it go there.
 */
export async function mergeEntities(scope: Scope, input: MergeEntities): Promise<EntityResult> {
  if (input.from === input.into) throw badInput('An entity cannot be merged into itself.', { id: input.from }, ['into'])
  return changeEntity(scope, {
    operation: 'mergeEntities',
    event: 'ENTITY_MERGE',
    input,
    decide: (draft) => merge(scope, draft, input),
  })
}

async function merge(scope: Scope, draft: ChangeSet, input: MergeEntities): Promise<Omit<EntityResult, 'replayed'>> {
  for (const id of [input.from, input.into]) checkLookupId(id)
  await guardEdges(scope, draft, input.from)
  // Read together and judged in order: where both are missing, it is always the first that is named.
  const [one, other] = await scope.store.entities([input.from, input.into])
  const from = mergeable(one, input.from, 'from')
  const into = mergeable(other, input.into, 'into')
  const relationshipsMoved = await moveEdges(scope, draft, endpointOf(from), endpointOf(into))
  const moved = await allFacts(scope, 'ENTITY', from.id)
  for (const fact of moved) draft.facts.set(fact.id, { isNew: false, value: { ...fact, ownerId: into.id } })
  putEntity(draft, from, { ...from, mergedInto: into.id, snapshot: null, factCount: 0 })
  const facts = [...(await allFacts(scope, 'ENTITY', into.id)), ...moved]
  const entity = putEntity(draft, into, withFacts(into, facts, await scope.reads.entityType(into.type)))
  return { entity, observation: null, observationsMoved: moved.length, relationshipsMoved }
}

/** A new edge of the entity that comes between is seen: it raises one of these. */
async function guardEdges(scope: Scope, draft: ChangeSet, id: string): Promise<void> {
  const names = edgeGuards(id)
  const values = await scope.store.guards(names)
  for (const [i, name] of names.entries()) draft.guards.set(name, values[i] ?? 0)
}

function mergeable(result: Entity | null | undefined, id: string, field: string): Entity {
  const entity = mustNotBeErased(mustFind(result, 'Entity', id))
  if (entity.mergedInto !== null) throw alreadyMerged(entity, field)
  if (entity.deleted) throw notFound('Entity', id, true)
  return entity
}

function endpointOf({ id }: Entity): Endpoint {
  return { kind: 'ENTITY', id }
}

/** Notes the edges of one thing as edges of another; returns how many live ones moved. */
async function moveEdges(scope: Scope, draft: ChangeSet, from: Endpoint, into: Endpoint): Promise<number> {
  const edges = await edgesOf(scope, from)
  await refuseCycles(scope, draft, edges, from, into)
  const moves = edges.map((edge) => ({ edge, to: moved(edge, from, into) }))
  const twins = await Promise.all(moves.map(({ to }) => scope.reads.relationship(to.id)))
  let count = 0
  for (const [i, { edge, to }] of moves.entries()) if (await moveEdge(scope, draft, edge, to, twins[i] ?? null)) count++
  return count
}

/** Says whether a live edge moved; one that has a live twin, or would lead to itself, is deleted. */
async function moveEdge(
  scope: Scope,
  draft: ChangeSet,
  edge: Relationship,
  to: Relationship,
  twin: Relationship | null,
): Promise<boolean> {
  const isLive = edge.deletedAt === null
  if (isSame(to.source, to.target) || twin?.deletedAt === null || (twin && !isLive)) {
    if (isLive) putDeleted(scope, draft, edge)
    return false
  }
  if (twin) {
    putLive(scope, { ...to, present: twin, retainedAs: null, draft }, edge.metadata)
    putDeleted(scope, draft, edge)
    return true
  }
  putRelationship(draft, null, to)
  const history = await allFacts(scope, 'RELATIONSHIP', edge.id)
  for (const fact of history) draft.facts.set(fact.id, { isNew: false, value: { ...fact, ownerId: to.id } })
  const at = scope.fresh.now()
  putRelationship(draft, edge, { ...edge, deletedAt: edge.deletedAt ?? at, changedAt: at, factCount: 0 })
  return isLive
}

function moved(edge: Relationship, from: Endpoint, into: Endpoint): Relationship {
  const source = isSame(edge.source, from) ? into : edge.source
  const target = isSame(edge.target, from) ? into : edge.target
  return { ...edge, source, target, id: relationshipId({ type: edge.type, source, target }) }
}

/** A way between the two by other things becomes a cycle when they are one; an edge from one to the other does not. */
async function refuseCycles(
  scope: Scope,
  draft: ChangeSet,
  edges: readonly Relationship[],
  from: Endpoint,
  into: Endpoint,
): Promise<void> {
  for (const type of acyclicTypes) {
    if (!edges.some((edge) => edge.type === type && edge.deletedAt === null)) continue
    await guardCycles(scope, draft, type)
    for (const [source, target] of [
      [from, into],
      [into, from],
    ] as const) {
      const way = await findCycle(scope, type, source, target, relationshipId({ type, source, target }))
      if (way !== null) throw cycleRefusal(type, way)
    }
  }
}

const pageLength = 1000

async function edgesOf(scope: Scope, thing: Endpoint): Promise<Relationship[]> {
  const lists = (['source', 'target'] as const).flatMap((end) =>
    [false, true].map((deleted) =>
      allOf(walkRelationships(scope.reads, { thing, end, type: null, deleted }, { limit: pageLength })),
    ),
  )
  const edges = (await Promise.all(lists)).flat()
  return [...new Map(edges.map((edge) => [edge.id, edge])).values()]
}
