import assert from 'node:assert/strict'
import { relationshipTypes, type Endpoint } from '../../../src/domain/records/relationship.ts'
import type { GraphStore, ListKey, RelationshipList } from '../../../src/storage/graphStore.ts'
import { plainRelationships } from '../../support/records/lists.ts'
import type { World } from '../../support/world.ts'
import type { Tenant } from '../../../src/domain/access/tenant.ts'
import { samePages } from './samePages.ts'

/** Compares what a store knows of entities, relationships, attachments, facts, runs and guards with the plain answers. */
export async function sameThingAnswers(store: GraphStore, tenant: Tenant, world: World): Promise<void> {
  const asked = (things: ReadonlyMap<string, unknown>) => [...[...things.keys()].reverse(), 'nothing', ...things.keys()]
  const expected = <T>(things: ReadonlyMap<string, T>) => asked(things).map((id) => things.get(id) ?? null)
  const { entities, entityTypes, relationships, attachments, annotations, facts, runs, guards } = world
  assert.deepEqual(await store.entities(tenant, asked(entities)), expected(entities))
  assert.deepEqual(await store.entityTypes(tenant, asked(entityTypes)), expected(entityTypes))
  assert.deepEqual(await store.relationships(tenant, asked(relationships)), expected(relationships))
  assert.deepEqual(await store.attachments(tenant, asked(attachments)), expected(attachments))
  assert.deepEqual(await store.annotations(tenant, asked(annotations)), expected(annotations))
  assert.deepEqual(await store.facts(tenant, asked(facts)), expected(facts))
  assert.deepEqual(
    await store.facts(tenant, [...world.observations.keys()]),
    [...world.observations.keys()].map(() => null),
  )
  assert.deepEqual(
    await store.observations(tenant, [...facts.keys()]),
    [...facts.keys()].map(() => null),
  )
  const places = [...runs.values(), { conversationId: 'nothing', runId: 'nothing' }]
  assert.deepEqual(await store.runs(tenant, places), [...runs.values(), null])
  assert.deepEqual(
    await store.guards(tenant, asked(guards)),
    asked(guards).map((name) => guards.get(name) ?? 0),
  )
  await sameRelationshipLists(store, tenant, world)
}

async function sameRelationshipLists(store: GraphStore, tenant: Tenant, world: World): Promise<void> {
  const lists = listsOf(world)
  const plain = lists.map((list) => plainRelationships(world, list))
  const requests = lists.map((list) => ({ ...list, after: null, limit: 10_000 }))
  const items = plain.map((all) => all.map(({ item }) => item))
  assert.deepEqual(await store.relationshipLists(tenant, requests), items)
  assert.deepEqual(
    await store.relationshipCounts(tenant, lists, 3),
    items.map((all) => Math.min(3, all.length)),
  )
  // The longest of all types, and the longest of one.
  for (const wanted of [true, false]) {
    const longest = plain
      .filter((_, k) => (lists[k]?.type === null) === wanted)
      .reduce((a, b) => (b.length > a.length ? b : a), [])
    const list = lists[plain.indexOf(longest)]
    const page = async (after: ListKey | null, limit: number) =>
      list && (await store.relationshipLists(tenant, [{ ...list, after, limit }]))[0]
    await samePages(longest, page, JSON.stringify(list))
  }
}

/** Every list that could hold something, and of each thing some that do not. */
function listsOf(world: World): RelationshipList[] {
  const things = new Map<string, Endpoint>([['', { kind: 'ENTITY', id: 'nothing' }]])
  for (const { source, target } of world.relationships.values())
    for (const thing of [source, target]) things.set(JSON.stringify(thing), thing)
  const kinds = [...things.values()].flatMap((thing) => (['source', 'target'] as const).map((end) => ({ thing, end })))
  return kinds.flatMap((kind) =>
    [null, ...relationshipTypes].flatMap((type) => [false, true].map((deleted) => ({ ...kind, type, deleted }))),
  )
}
