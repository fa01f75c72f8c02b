import assert from 'node:assert/strict'
import type { Message, Observation, TreeNode } from '../../../src/domain/model.ts'
import type { Tenant } from '../../../src/domain/access/tenant.ts'
import type { GraphStore } from '../../../src/storage/graphStore.ts'
import type { Bundle } from '../../../src/storage/bundles.ts'
import { nodesOf, pathOf, tipsOf } from '../../support/tree/plainTree.ts'
import { known, type World } from '../../support/world.ts'

const axes = ['depth', 'turn', 'entry'] as const
const byId = <T extends { readonly id: string }>(items: readonly T[]) => [
  ...new Map(items.map((item) => [item.id, item])).values(),
]
const sorted = (items: readonly { readonly id: string }[]) => byId(items).sort((a, b) => (a.id < b.id ? -1 : 1))

/**
 * What lies below a node is counted as a look at every path does, in conversations that are not deleted; where there is too
 * much to walk, the limit is told. Asked of some nodes, the first two always.
 */
export async function sameBelow(store: GraphStore, tenant: Tenant, world: World, limit = 10_001): Promise<void> {
  const nodes = nodesOf(world)
  const picked = nodes.filter((_, k) => k < 2 || k % Math.ceil(nodes.length / 10) === 0)
  const paths = new Map(nodes.map((node) => [node.id, new Set(pathOf(world, node.id).map(({ id }) => id))]))
  const tips = [...world.conversations.keys()].flatMap((id) => tipsOf(world, id))
  const holds = (id: string | null, node: TreeNode) => paths.get(id ?? '')?.has(node.id) === true
  const isThere = (id: string) => known(world.conversations, id).deletedAt === null
  const count = (what: 'leaves' | 'conversations', node: TreeNode) =>
    what === 'leaves'
      ? tips.filter(
          ({ id, conversationId: owner }) =>
            id !== node.id && holds(id, node) && (owner === node.conversationId || isThere(owner)),
        ).length
      : [...world.conversations.values()].filter(({ id, headId }) => isThere(id) && holds(headId, node)).length
  for (const what of ['leaves', 'conversations'] as const) {
    const asked = picked.map(({ conversationId, place: { segmentId, depth } }) => ({
      ...{ what, conversationId, segmentId, depth },
    }))
    const exact = picked.map((node) => count(what, node))
    assert.deepEqual(await store.countsBelow(tenant, asked, limit), exact, what)
    const limited = await store.countsBelow(tenant, asked, 2)
    for (const [k, found] of limited.entries()) assert.ok(found === 2 || found === exact[k], `${what}: ${found}`)
  }
}

/** What is read together is what the reads of each kind bring; messages come in no order. */
export async function sameTogether(store: GraphStore, tenant: Tenant, world: World): Promise<void> {
  await sameGrounds(store, tenant, world)
  for (const axis of axes) await sameTails(store, tenant, world, axis)
  for (const axis of axes) await sameShown(store, tenant, world, axis)
}

function messagesOf(world: World, nodes: readonly Observation[]): Message[] {
  return nodes.flatMap(({ messageId }) => world.messages.get(messageId ?? '') ?? [])
}

function same(found: readonly Bundle[], expected: readonly Bundle[]): void {
  const inOrder = ([conversations, observations, segments, messages]: Bundle) => [
    conversations,
    observations,
    segments,
    sorted(messages),
  ]
  assert.deepEqual(found.map(inOrder), expected.map(inOrder))
}

async function sameGrounds(store: GraphStore, tenant: Tenant, world: World): Promise<void> {
  const grounds = [...world.conversations.values()].map((conversation): Bundle => {
    const head = world.observations.get(conversation.headId ?? '')
    const first = world.observations.get(head?.place?.firstUserId ?? '')
    const observations = [head ?? [], first ?? []].flat()
    const segment = world.segments.get(head?.place?.segmentId ?? '')
    return [[conversation], observations, segment ? [segment] : [], messagesOf(world, observations)]
  })
  same(await store.grounds(tenant, [...world.conversations.keys(), 'nothing']), [...grounds, [[], [], [], []]])
}

async function sameTails(store: GraphStore, tenant: Tenant, world: World, axis: (typeof axes)[number]): Promise<void> {
  const nodes = nodesOf(world)
  const heads = nodes.filter((_, k) => k % 7 === 0)
  const last = 3
  const tails = heads.map((head): Bundle => {
    const number = head.place[axis]
    const isIn = ({ place }: TreeNode) => {
      const own = place[axis]
      const inReach = number !== null && own !== null && own <= number && own > number - last
      return inReach && place.segmentId === head.place.segmentId
    }
    const found = nodes.filter(isIn).sort((a, b) => a.place.depth - b.place.depth)
    return [[], found, [], messagesOf(world, found)]
  })
  const asked = [...heads.map(({ id }) => id), 'nothing'].map((headId) => ({ headId, axis, last }))
  same(await store.tails(tenant, asked), [...tails, [[], [], [], []]])
}

async function sameShown(store: GraphStore, tenant: Tenant, world: World, axis: (typeof axes)[number]): Promise<void> {
  const ranges = [...world.segments.values()].flatMap(({ id: segmentId, tipDepth }) => [
    { segmentId, axis, from: 0, to: tipDepth + 5 },
    { segmentId, axis, from: Math.max(0, tipDepth - 2), to: tipDepth - 1 },
  ])
  const nodes = await store.ranges(tenant, ranges)
  same(
    await store.shown(tenant, ranges),
    nodes.map((some): Bundle => [[], some, [], messagesOf(world, some)]),
  )
}
