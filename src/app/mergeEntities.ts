import { withFacts } from '../domain/entities.ts'
import { badInput, notFound } from '../domain/refusals.ts'
import { acyclicTypes, isSame, relationshipId } from '../domain/relationships.ts'
import type { Entity, Relationship, Thing } from '../domain/things.ts'
import type { ListKey } from '../storage/graphStore.ts'
import type { Act, EntityResult } from './act.ts'
import { findWay } from './cycles.ts'
import { allFacts, alreadyMerged, changeEntity } from './entities.ts'
import { edgeGuards } from './findEdges.ts'
import type { MergeEntities } from './inputs.ts'
import { cycleRefusal, guardCycles, putDeleted, putLive } from './relating.ts'
import { putEntity, putRelationship, type ThingDraft } from './things.ts'

/**
 * Makes one entity of two in one write: facts and edges of `from` go to `into`, a live edge wins over a deleted twin,
 * an edge between the two is dropped. `from` stays as a name for `into`, and later writes to it go there.
 */
export async function mergeEntities(act: Act, input: MergeEntities): Promise<EntityResult> {
  const { idempotencyKey, ...compared } = input
  if (input.from === input.into) throw badInput('An entity cannot be merged into itself.', { id: input.from }, ['into'])
  return changeEntity(act, {
    operation: 'mergeEntities',
    event: 'ENTITY_MERGE',
    key: idempotencyKey,
    input: compared,
    decide: (draft) => merge(act, draft, input),
  })
}

async function merge(act: Act, draft: ThingDraft, input: MergeEntities): Promise<Omit<EntityResult, 'replayed'>> {
  await guardEdges(act, draft, input.from)
  const [from, into] = await Promise.all([mergeable(act, input.from, 'from'), mergeable(act, input.into, 'into')])
  const relationshipsMoved = await moveEdges(act, draft, thingOf(from), thingOf(into))
  const moved = await allFacts(act, 'ENTITY', from.id)
  for (const fact of moved) draft.facts.set(fact.id, { isNew: false, value: { ...fact, ownerId: into.id } })
  putEntity(draft, from, { ...from, mergedInto: into.id, snapshot: null, factCount: 0 })
  const facts = [...(await allFacts(act, 'ENTITY', into.id)), ...moved]
  const entity = putEntity(draft, into, withFacts(into, facts, await act.reads.entityType(into.type)))
  return { entity, observation: null, observationsMoved: moved.length, relationshipsMoved }
}

/** A new edge of the entity that comes between is seen: it raises one of these. */
async function guardEdges(act: Act, draft: ThingDraft, id: string): Promise<void> {
  const names = edgeGuards(id)
  const values = await act.store.guards(act.tenant, names)
  for (const [i, name] of names.entries()) draft.guards.set(name, values[i] ?? 0)
}

async function mergeable(act: Act, id: string, field: string): Promise<Entity> {
  const [entity] = await act.store.entities(act.tenant, [id])
  if (!entity) throw notFound('Entity', id)
  if (entity.mergedInto !== null) throw alreadyMerged(entity, field)
  if (entity.deleted) throw notFound('Entity', id, true)
  return entity
}

function thingOf({ id }: Entity): Thing {
  return { kind: 'ENTITY', id }
}

/** Notes the edges of one thing as edges of another; returns how many live ones moved. */
async function moveEdges(act: Act, draft: ThingDraft, from: Thing, into: Thing): Promise<number> {
  const edges = await edgesOf(act, from)
  await refuseCycles(act, draft, edges, from, into)
  const moves = edges.map((edge) => ({ edge, to: moved(edge, from, into) }))
  const twins = await Promise.all(moves.map(({ to }) => act.reads.relationship(to.id)))
  let count = 0
  for (const [i, { edge, to }] of moves.entries()) if (await moveEdge(act, draft, edge, to, twins[i] ?? null)) count++
  return count
}

/** Says whether a live edge moved; one that has a live twin, or would lead to itself, is deleted. */
async function moveEdge(
  act: Act,
  draft: ThingDraft,
  edge: Relationship,
  to: Relationship,
  twin: Relationship | null,
): Promise<boolean> {
  const isLive = edge.deletedAt === null
  if (isSame(to.source, to.target) || twin?.deletedAt === null || (twin && !isLive)) {
    if (isLive) putDeleted(act, draft, edge)
    return false
  }
  if (twin) {
    putLive(act, { ...to, present: twin, kept: null, draft }, edge.metadata)
    putDeleted(act, draft, edge)
    return true
  }
  putRelationship(draft, null, to)
  const history = await allFacts(act, 'RELATIONSHIP', edge.id)
  for (const fact of history) draft.facts.set(fact.id, { isNew: false, value: { ...fact, ownerId: to.id } })
  const at = act.fresh.now()
  putRelationship(draft, edge, { ...edge, deletedAt: edge.deletedAt ?? at, changedAt: at, factCount: 0 })
  return isLive
}

function moved(edge: Relationship, from: Thing, into: Thing): Relationship {
  const source = isSame(edge.source, from) ? into : edge.source
  const target = isSame(edge.target, from) ? into : edge.target
  return { ...edge, source, target, id: relationshipId({ type: edge.type, source, target }) }
}

/** A way between the two by other things becomes a cycle when they are one; an edge from one to the other does not. */
async function refuseCycles(
  act: Act,
  draft: ThingDraft,
  edges: readonly Relationship[],
  from: Thing,
  into: Thing,
): Promise<void> {
  for (const type of acyclicTypes) {
    if (!edges.some((edge) => edge.type === type && edge.deletedAt === null)) continue
    await guardCycles(act, draft, type)
    for (const [source, target] of [
      [from, into],
      [into, from],
    ] as const) {
      const way = await findWay(act, type, source, target, relationshipId({ type, source, target }))
      if (way !== null) throw cycleRefusal(type, way)
    }
  }
}

const pageLength = 1000

async function edgesOf(act: Act, thing: Thing): Promise<Relationship[]> {
  const lists = (['source', 'target'] as const).flatMap((end) =>
    [false, true].map((deleted) => wholeList(act, { thing, end, type: null, deleted })),
  )
  const edges = (await Promise.all(lists)).flat()
  return [...new Map(edges.map((edge) => [edge.id, edge])).values()]
}

async function wholeList(act: Act, list: Parameters<Act['reads']['relationshipCount']>[0]): Promise<Relationship[]> {
  const edges: Relationship[] = []
  for (let after: ListKey | null = null; ;) {
    const page: Relationship[] = await act.reads.relationshipList({ ...list, after, limit: pageLength })
    edges.push(...page)
    const last = page.at(-1)
    if (page.length < pageLength || last === undefined) return edges
    after = { sort: last.changedAt, id: last.id }
  }
}
