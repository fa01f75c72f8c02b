import assert from 'node:assert/strict'
import type { TreeNode } from '../../../src/domain/model.ts'
import { stretches } from '../../../src/domain/tree/segments.ts'
import type { Axis, GraphStore, ListKey, ListName, WalkPage } from '../../../src/storage/graphStore.ts'
import { listNames, ownersOf, plainLists } from '../../support/records/lists.ts'
import { lineageOf, nodesOf, pathOf } from '../../support/tree/plainTree.ts'
import { known, type World } from '../../support/world.ts'
import { samePages } from './samePages.ts'
import { sameThingAnswers } from './thingAnswers.ts'
import { sameBelow, sameTogether } from './togetherAnswers.ts'
import type { Tenant } from '../../../src/domain/access/tenant.ts'

/** Compares every read of a store with the plain answers of the world that was written to it. */
export async function sameAnswers(store: GraphStore, tenant: Tenant, world: World): Promise<void> {
  await sameThings(store, tenant, world)
  await sameFrontiers(store, tenant, world)
  await sameTogether(store, tenant, world)
  await sameBelow(store, tenant, world)
  await sameLineages(store, tenant, world)
  for (const axis of ['depth', 'turn', 'entry'] as const) await sameRanges(store, tenant, world, axis)
  await samePaths(store, tenant, world)
  for (const list of listNames) await sameLists(store, tenant, world, list)
  for (const limit of [3, 7]) await sameWalks(store, tenant, world, limit)
  await sameThingAnswers(store, tenant, world)
}

/** Things by id come in the order asked, null for what is not there, twice when asked twice. */
async function sameThings(store: GraphStore, tenant: Tenant, world: World): Promise<void> {
  const asked = (things: ReadonlyMap<string, unknown>) => {
    const ids = [...things.keys()].reverse()
    return [...ids, 'nothing', ...ids.slice(0, 1)]
  }
  const expected = <T>(things: ReadonlyMap<string, T>) => asked(things).map((id) => things.get(id) ?? null)
  const { conversations, messages, observations, segments } = world
  const events = new Map(world.events.map((it) => [it.id, it]))
  assert.deepEqual(await store.conversations(tenant, asked(conversations)), expected(conversations))
  assert.deepEqual(await store.messages(tenant, asked(messages)), expected(messages))
  assert.deepEqual(await store.observations(tenant, asked(observations)), expected(observations))
  assert.deepEqual(await store.segments(tenant, asked(segments)), expected(segments))
  assert.deepEqual(await store.events(tenant, asked(events)), expected(events))
  const junctions = [...world.junctions.values()]
  const places = [...junctions, { conversationId: 'nothing', parentId: 'nothing' }]
  assert.deepEqual(await store.junctions(tenant, places), [...junctions, null])
  const externals = ['x0', 'x1', 'x2', 'x3', 'x4']
  const found = (await store.externals(tenant, externals)).map((group) => group.map((it) => it.id).sort())
  const plain = externals.map((id) => [...observations.values()].filter((it) => it.externalId === id))
  assert.deepEqual(
    found,
    plain.map((group) => group.map((it) => it.id).sort()),
  )
}

/** Each of all there is, once. */
async function sameWalks(store: GraphStore, tenant: Tenant, world: World, limit: number): Promise<void> {
  const all = { conversations: world.conversations, observations: world.observations, events: world.events }
  for (const kind of ['conversations', 'observations', 'events'] as const) {
    const found: { readonly id: string }[] = []
    for (let after: string | null = null; ;) {
      const page: WalkPage<typeof kind> = await store.walk(tenant, kind, { after, limit })
      assert.ok(page.items.length <= limit)
      found.push(...page.items)
      if (page.next === null) break
      after = page.next
    }
    const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1)
    assert.deepEqual(found.sort(byId), [...all[kind].values()].sort(byId))
  }
}

async function sameFrontiers(store: GraphStore, tenant: Tenant, world: World): Promise<void> {
  const plain = [...world.conversations.values()].map((conversation) => {
    const head = world.observations.get(conversation.headId ?? '') ?? null
    return { conversation, head, segment: world.segments.get(head?.place?.segmentId ?? '') ?? null }
  })
  assert.deepEqual(await store.frontiers(tenant, [...world.conversations.keys(), 'nothing']), [...plain, null])
}

async function sameLineages(store: GraphStore, tenant: Tenant, world: World): Promise<void> {
  const plain = [...world.conversations.keys()].map((id) =>
    lineageOf(world, id).map((ancestor) => known(world.conversations, ancestor)),
  )
  assert.deepEqual(await store.lineages(tenant, [...world.conversations.keys(), 'nothing']), [...plain, []])
}

/** Ranges that begin before, inside and behind the segment's numbers. */
async function sameRanges(store: GraphStore, tenant: Tenant, world: World, axis: Axis): Promise<void> {
  const ranges = [...world.segments.values()].flatMap(({ id: segmentId, tipDepth }) => [
    { segmentId, axis, from: 0, to: tipDepth + 5 },
    { segmentId, axis, from: Math.max(0, tipDepth - 2), to: tipDepth - 1 },
  ])
  const nodes = nodesOf(world)
  const number = (it: TreeNode) => it.place[axis] ?? -1
  const plain = ranges.map(({ segmentId, from, to }) =>
    nodes
      .filter((it) => it.place.segmentId === segmentId && number(it) >= from && number(it) <= to)
      .sort((a, b) => number(a) - number(b)),
  )
  assert.deepEqual(await store.ranges(tenant, [...ranges, { segmentId: 'nothing', axis, from: 0, to: 9 }]), [
    ...plain,
    [],
  ])
}

/** The ranges that the domain names for a path are the path. */
async function samePaths(store: GraphStore, tenant: Tenant, world: World): Promise<void> {
  const nodes = nodesOf(world)
  const ends = nodes.filter((_, k) => k % Math.ceil(nodes.length / 12) === 0)
  for (const end of ends) {
    const segment = known(world.segments, end.place.segmentId)
    const { spans: found, above } = stretches(segment, 'depth', 0, end.place.depth)
    const pages = await store.ranges(
      tenant,
      found.map((it) => ({ ...it, axis: 'depth' as const })),
    )
    const path = pathOf(world, end.id).filter((it) => above === null || it.place.depth > above.to)
    assert.deepEqual(pages.flat(), path)
  }
}

/** All at once, and walked in pages of uneven sizes. */
async function sameLists(store: GraphStore, tenant: Tenant, world: World, list: ListName): Promise<void> {
  const owners = ownersOf(world, list)
  const plain = owners.map((owner) => plainLists[list](world, owner))
  const requests = owners.map((owner) => ({ list, owner, after: null, limit: 10_000 }))
  const items = plain.map((all) => all.map(({ item }) => item))
  assert.deepEqual(await store.lists(tenant, requests), items, list)
  const counted = await store.counts(
    tenant,
    owners.map((owner) => ({ list, owner })),
    3,
  )
  assert.deepEqual(
    counted,
    items.map((all) => Math.min(3, all.length)),
    `counts of ${list}`,
  )
  const longest = plain.reduce((a, b) => (b.length > a.length ? b : a), [])
  const owner = owners[plain.indexOf(longest)]
  const page = async (after: ListKey | null, limit: number) =>
    owner === undefined ? [] : (await store.lists(tenant, [{ list, owner, after, limit }]))[0]
  await samePages<unknown>(longest, page, list)
}
