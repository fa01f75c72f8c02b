// Takes long: random trees, of which each place is read.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import fc from '../../support/properties.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { deleteConversation } from '../../../src/app/conversations/deleteConversation.ts'
import { commonAncestor, isAncestorOf } from '../../../src/app/trees/pathBetween.ts'
import { descendantsPage } from '../../../src/app/trees/descendants.ts'
import { conversationsOfPage, leavesBelowPage } from '../../../src/app/trees/conversationsOf.ts'
import type { ListPage } from '../../../src/app/read/pages.ts'
import type { Observation } from '../../../src/domain/model.ts'
import { intercept } from '../../../src/storage/intercept.ts'
import { wholeOr } from '../../support/rounds.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { fill } from '../../support/changes.ts'
import { randomWorld, shapes } from '../../support/shapes.ts'
import { converse, fork, headOf, store } from '../../support/tree/acts.ts'
import { childrenOf, nodesOf, pathOf } from '../../support/tree/plainTree.ts'
import { createWorld, type World } from '../../support/world.ts'
import { tenantFor } from '../../support/tenants.ts'
import type { Tenant } from '../../../src/domain/access/tenant.ts'

type Listing = (
  scope: Scope,
  node: Observation,
  args: { first: number; after: string | null },
) => Promise<ListPage<{ id: string }>>

/** Pages through a list and returns the ids; each page has its own act, as each request has. */
async function through(on: () => Scope, node: Observation, list: Listing, first: number): Promise<string[]> {
  const ids: string[] = []
  for (let after: string | null = null; ;) {
    const page = await list(on(), node, { first, after })
    ids.push(...page.items.map(({ item }) => item.id))
    assert.equal(page.hasPreviousPage, after !== null)
    if (!page.hasNextPage) return ids
    assert.equal(page.items.length, first)
    after = page.items.at(-1)?.cursor ?? null
  }
}

const inOrder = (a: Observation, b: Observation) =>
  a.ingestedAt === b.ingestedAt ? (a.id < b.id ? -1 : 1) : a.ingestedAt < b.ingestedAt ? -1 : 1

/** The plain answers. */
function plain(world: World) {
  const children = (id: string) => childrenOf(world, id).sort(inOrder)
  const below = (id: string, depth = Infinity) => {
    const found: Observation[] = []
    for (let level = children(id); level.length > 0 && depth > 0; depth--) {
      found.push(...level)
      level = level.flatMap((node) => children(node.id))
    }
    return found
  }
  const path = (id: string | null): string[] => pathOf(world, id).map((node) => node.id)
  const isLeaf = (node: Observation) => !children(node.id).some((child) => child.conversationId === node.conversationId)
  return {
    nodes: nodesOf(world),
    below,
    path,
    leaves: (id: string) => below(id).filter(isLeaf),
    holders: (id: string) => [...world.conversations.values()].filter((one) => path(one.headId).includes(id)),
  }
}

const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id)
const sorted = (items: readonly string[]) => [...items].sort()

/** Compares what is below some nodes of a world with the plain answer, in pages of some size. */
async function holds(on: TestStore, tenant: Tenant, world: World, picked: readonly Observation[], first: number) {
  const scope = () => on.scope({ tenant })
  const { below, leaves, holders } = plain(world)
  for (const node of picked) {
    assert.deepEqual(await through(scope, node, descendantsPage, first), ids(below(node.id)))
    const two: Listing = (as, of, args) => descendantsPage(as, of, { ...args, maxDepth: 2 })
    assert.deepEqual(await through(scope, node, two, first), ids(below(node.id, 2)))
    assert.deepEqual(sorted(await through(scope, node, leavesBelowPage, first)), sorted(ids(leaves(node.id))))
    assert.deepEqual(sorted(await through(scope, node, conversationsOfPage, first)), sorted(ids(holders(node.id))))
    assert.equal(await (await descendantsPage(scope(), node, {})).totalCount(), below(node.id).length)
    assert.equal(await (await leavesBelowPage(scope(), node, {})).totalCount(), leaves(node.id).length)
    assert.equal(await (await conversationsOfPage(scope(), node, {})).totalCount(), holders(node.id).length)
  }
}

await onEveryStore('what is below an observation', (on) => {
  // Each page is read on its own: on Neo4j a few places in small trees take as long as many in larger ones here.
  const isSqlite = on.name.includes('SQLite')
  for (const [name, shape] of Object.entries(shapes(isSqlite ? wholeOr(60, 20) : 20)))
    it(`is exact in ${name}`, async () => {
      const world = shape()
      await fill(on.store(), tenantFor(name), world)
      const { nodes } = plain(world)
      const picked = [0, 1, 2, 7, nodes.length - 2, nodes.length - 1].flatMap((i) => nodes[i] ?? [])
      for (const first of isSqlite ? [1, 3, 100] : [2, 100]) await holds(on, tenantFor(name), world, picked, first)
    })

  it('is exact in random worlds', async () => {
    let runs = 0
    await fc.assert(
      fc.asyncProperty(fc.nat(100_000), fc.integer({ min: 1, max: 6 }), async (seed, first) => {
        const world = randomWorld(seed, 40)
        const tenant = tenantFor(`random ${seed} ${runs++}`)
        await fill(on.store(), tenant, world)
        await holds(on, tenant, world, plain(world).nodes.slice(0, isSqlite ? wholeOr(12, 4) : 5), first)
      }),
      { numRuns: isSqlite ? wholeOr(12, 4) : 4 },
    )
  })

  it('can be gone on with after more was stored', async () => {
    const world = createWorld()
    converse(world, 'grows')
    const root = store(world, 'grows')
    for (let i = 0; i < 3; i++) store(world, 'grows', { parent: root })
    await fill(on.store(), tenantFor('grows'), world)
    const scope = () => on.scope({ tenant: 'grows' })
    const page = await descendantsPage(scope(), root, {})
    const cursors = page.items.map(({ cursor }) => cursor)
    const late = store(world, 'grows')
    await fill(on.store(), tenantFor('grows'), world)
    for (const [i, after] of cursors.entries())
      assert.deepEqual(ids((await descendantsPage(scope(), root, { after })).items.map(({ item }) => item)), [
        ...ids(page.items.map(({ item }) => item)).slice(i + 1),
        late.id,
      ])
  })

  it('refuses a depth below 1 and cursors of other lists', async () => {
    const world = createWorld()
    converse(world, 'refuses')
    const root = store(world, 'refuses')
    const child = store(world, 'refuses')
    await fill(on.store(), tenantFor('refuses'), world)
    const scope = () => on.scope({ tenant: 'refuses' })
    await assert.rejects(descendantsPage(scope(), root, { maxDepth: 0 }), { code: 'BAD_INPUT' })
    const cursor = (await descendantsPage(scope(), root, {})).items[0]?.cursor ?? ''
    await assert.rejects(descendantsPage(scope(), child, { after: cursor }), { code: 'BAD_INPUT' })
    await assert.rejects(leavesBelowPage(scope(), root, { after: cursor }), { code: 'BAD_INPUT' })
  })

  it('leaves out deleted conversations and their leaves, and finds their forks', async () => {
    const world = createWorld()
    converse(world, 'a')
    const point = store(world, 'a')
    const own = store(world, 'a')
    for (const [source, id] of [
      ['a', 'b'],
      ['b', 'c'],
    ] as const) {
      fork(world, source, point, id)
      store(world, id)
    }
    fork(world, 'b', point, 'unused')
    await fill(on.store(), tenantFor('deleted'), world)
    await deleteConversation(on.scope({ tenant: 'deleted' }), { id: 'b' })
    const scope = () => on.scope({ tenant: 'deleted' })
    const held = await conversationsOfPage(scope(), point, {})
    assert.deepEqual(sorted(ids(held.items.map(({ item }) => item))), ['a', 'c', 'unused'])
    assert.equal(await held.totalCount(), 3)
    const leaves = await leavesBelowPage(scope(), point, {})
    assert.deepEqual(ids(leaves.items.map(({ item }) => item)), [own.id, headOf(world, 'c')?.id])
    assert.equal(await leaves.totalCount(), 2)
  })

  it('counts no farther than it is to walk', async () => {
    const world = createWorld()
    converse(world, 'many')
    const point = store(world, 'many')
    for (let i = 0; i < 6; i++) {
      fork(world, 'many', point, `many-${i}`)
      store(world, `many-${i}`)
    }
    await fill(on.store(), tenantFor('many'), world)
    for (const [count, leaves, held] of [
      [5, null, null],
      [6, 6, null],
      [7, 6, 7],
    ] as const) {
      const scope = on.scope({ tenant: 'many', limits: { count } })
      assert.equal(await (await leavesBelowPage(scope, point, { first: 2 })).totalCount(), leaves)
      assert.equal(await (await conversationsOfPage(scope, point, { first: 2 })).totalCount(), held)
    }
  })

  it('passes over forks that nothing was done with, however many', async () => {
    const world = createWorld()
    converse(world, 'busy')
    const point = store(world, 'busy')
    for (let i = 0; i < 250; i++) fork(world, 'busy', point, `busy-${i}`)
    const last = store(world, 'busy-0')
    await fill(on.store(), tenantFor('busy'), world)
    let calls = 0
    const counting = intercept(on.store(), (_, call) => {
      calls++
      return call()
    })
    const page = await leavesBelowPage(on.scope({ tenant: 'busy', store: counting }), point, {})
    assert.deepEqual(ids(page.items.map(({ item }) => item)), [last.id])
    assert.ok(calls <= 10, `${calls} calls`)
    assert.equal(await page.totalCount(), 1)
  })
})

await onEveryStore('the cost of ancestry', (on) => {
  const calls: string[] = []
  const counted = async (work: (scope: Scope) => Promise<unknown>): Promise<number> => {
    calls.length = 0
    process++
    await work(
      on.scope({
        tenant: 'deep',
        process,
        store: intercept(on.store(), (name, call) => {
          calls.push(name)
          return call()
        }),
      }),
    )
    return calls.length
  }
  let process = 100
  const heads = new Map<number, Observation>()
  const side = new Map<number, Observation>()
  const tips = new Map<string, Observation>()
  before(async () => {
    const world = createWorld()
    converse(world, 'f0')
    for (let i = 0; i < 200; i++) store(world, 'f0')
    for (let k = 1; k <= 300; k++) {
      fork(world, `f${k - 1}`, headOf(world, `f${k - 1}`), `f${k}`)
      heads.set(k, store(world, `f${k}`))
      side.set(k, store(world, `f${k}`, { parent: heads.get(k) as never }))
      store(world, `f${k}`, { parent: heads.get(k) as never })
    }
    for (const node of world.observations.values()) if (node.place?.depth === 5) tips.set('early', node)
    await fill(on.store(), tenantFor('deep'), world)
  })

  for (const [levels, most] of [
    [20, 8],
    [60, 8],
    [150, 14],
    [300, 14],
  ] as const)
    it(`is at most ${most} store calls across ${levels} forks of forks`, async () => {
      const [early, deep, aside] = [tips.get('early'), heads.get(levels), side.get(levels)] as Observation[]
      assert.ok(early && deep && aside)
      assert.ok(
        (await counted(async (scope) => assert.equal(await isAncestorOf(scope, early, deep.id), true))) <= most,
        calls.join(),
      )
      const places = [{ observationId: aside.id }, { observationId: early.id }] as const
      const found = async (scope: Scope) => assert.equal((await commonAncestor(scope, ...places))?.id, early.id)
      assert.ok((await counted(found)) <= most, calls.join())
    })

  it('of a page of descendants grows with the page, not with the tree', async () => {
    const world = createWorld({ seed: 5 })
    converse(world, 'long')
    const pages = on.name.includes('SQLite') ? wholeOr(25, 6) : 5
    for (let i = 0; i < (pages + 5) * 100; i++) store(world, 'long')
    await fill(on.store(), tenantFor('deep'), world)
    const [root] = world.observations.values()
    assert.ok(root)
    let after: string | null = null
    for (let page = 0; page < pages; page++) {
      const begun: string | null = after
      const read = async (scope: Scope) => {
        const { items } = await descendantsPage(scope, root, { first: 100, after: begun })
        assert.equal(items.length, 100)
        after = items.at(-1)?.cursor ?? null
      }
      assert.ok((await counted(read)) <= 12, calls.join())
    }
  })
})
