import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import fc from '../../support/properties.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { intercept } from '../../../src/storage/intercept.ts'
import { requestStore } from '../../../src/app/requestStore.ts'
import type { TenantStore } from '../../../src/storage/tenantStore.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { storeWithPending } from '../../../src/app/write/lanes/pendingWrite.ts'
import { wholeOr } from '../../support/rounds.ts'
import { tenantFor } from '../../support/tenants.ts'
import type { Tenant } from '../../../src/domain/model.ts'
import type { Changes } from '../../../src/domain/changes.ts'
import type { Axis, GraphStore } from '../../../src/storage/graphStore.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'
import { entries, idsOf, imports, linesOf } from '../../support/transcripts.ts'

let count = 0
const tenantOf = () => tenantFor(`ahead-${++count}`)
const small = { nodes: 2, bytes: 1e6 }
/**
 *   u1 - a1 - u2 - a2 - u3 - a3 - u4 - a4
 *          \- u5 - a5
 */
const file = linesOf(entries('u1 a1<u1 u2<a1 a2<u2 u3<a2 a3<u3 u4<a3 a4<u4 u5<a1 a5<u5'))

/** Returns the store with something done before each of its writes, counted from 0. */
function beforeWrites(
  store: GraphStore,
  before: (tenant: Tenant, changes: Changes, write: number) => Promise<unknown>,
): GraphStore {
  let writes = 0
  return intercept(store, async (method, call, asked) => {
    if (method === 'write') await before(asked[0] as Tenant, asked[1] as Changes, writes++)
    return call()
  })
}

async function sound(scope: Scope, id: string): Promise<void> {
  scope.reads.clear()
  const { damage, findings } = await integrity(scope, id)
  assert.equal(damage, 0, JSON.stringify(findings))
}

/** What is found by the ids that changes name, and by others. */
function byId(store: TenantStore, changes: Changes): Promise<unknown[]> {
  const segments = changes.segments.map(({ value }) => value)
  const places = changes.observations.map(({ conversationId, id }) => ({ conversationId, parentId: id }))
  const ranges = (axis: Axis) =>
    segments.flatMap(({ id, tipDepth }) => [
      { segmentId: id, axis, from: 0, to: tipDepth + 1 },
      { segmentId: id, axis, from: tipDepth, to: tipDepth },
    ])
  return Promise.all([
    store.conversations([...changes.conversations.map(({ value }) => value.id), 'none']),
    store.messages(['none', ...changes.messages.map(({ value }) => value.id)]),
    store.observations(changes.observations.flatMap(({ id, place }) => [id, place?.parentId ?? randomUUID()])),
    store.segments([randomUUID(), ...segments.map(({ id }) => id)]),
    store.junctions([...changes.junctions, ...places]),
    store.importMarks(['none', ...changes.importMarks.map(({ name }) => name)]),
    store.externals(['none', 'u1', 'u1', ...changes.observations.flatMap(({ externalId }) => externalId ?? [])]),
    ...(['depth', 'turn', 'entry'] as const).map((axis) => store.ranges(ranges(axis))),
  ])
}

function byList(store: TenantStore, { conversations }: Changes): Promise<unknown[]> {
  const ids = conversations.map(({ value }) => value.id)
  const lists = ids.map((owner) => ({ list: 'observationsOfConversation', owner }) as const)
  return Promise.all([store.frontiers(ids), store.counts(lists, 1000), store.lineages(ids)])
}

/** Returns the store with each write foretold: what the view of it says before must be what the store says after it. */
function foretelling(store: GraphStore, writes: Changes[]): GraphStore {
  return intercept(store, async (method, call, asked) => {
    if (method !== 'write') return call()
    const [tenant, changes] = asked as [Tenant, Changes]
    let end = () => {}
    const own = requestStore(store, { tenant })
    const view = storeWithPending(own, { changes, over: new Promise<void>((resolve) => (end = resolve)) })
    const before = await byId(view, changes)
    const later = byList(view, changes)
    const outcome = await call()
    end()
    assert.deepEqual(before, await byId(own, changes))
    assert.deepEqual(await byId(view, changes), before)
    assert.deepEqual(await later, await byList(own, changes))
    writes.push(changes)
    return outcome
  })
}

await onEveryStore('an import that decides ahead of its writes', (on: TestStore) => {
  it('sees the store as it will be', async () => {
    const tenant = tenantOf()
    const writes: Changes[] = []
    const scope = on.scope({ tenant, process: ++count, store: foretelling(on.store(), writes) })
    const lines = file.split(/(?<=\n)/)
    for (const end of [1, 4, 6, 9]) await imports(scope, lines.slice(0, end).join(''))
    await forkConversation(scope, { source: 's', at: { turn: 3 }, newConversationId: 'f' })
    await say(scope, 'f', 'u9')
    await imports(scope, file)
    assert.ok(writes.length >= 7)
    assert.ok(writes.some(({ junctions }) => junctions.length > 0))
  })

  it('sends a batch before the one ahead is stored', async () => {
    const tenant = tenantOf()
    let release = () => {}
    const second = new Promise<void>((resolve) => (release = resolve))
    const store = beforeWrites(on.store(), async (_tenant, _changes, write) => {
      if (write === 1) release()
      if (write === 0) await second
    })
    const scope = on.scope({ tenant, process: 1, store })
    await imports(scope, file, { batchSize: small })
    assert.equal(await idsOf(scope, 's'), 'u1 a1 u5 a5')
    await sound(scope, 's')
  })

  it('decides again what another process came before', async () => {
    const runs = on.name.includes('SQLite') ? wholeOr(30, 8) : 6
    const moments = fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(moments, fc.integer({ min: 1, max: 4 }), async (at, nodes) => {
        const tenant = tenantOf()
        const rival = on.scope({ tenant, process: 2 })
        let said = 0
        const store = beforeWrites(on.store(), async (_tenant, _changes, write) => {
          if (at.includes(write)) await say(rival, 's', `u-said-${++said}`)
        })
        const scope = on.scope({ tenant, process: 100 + count, store })
        const { report } = await imports(scope, file, { batchSize: { nodes, bytes: 1e6 } })
        assert.equal(report.added, 10)
        const found = await on.store().externals(tenant, ['u1', 'a1', 'u2', 'a2', 'u3', 'a3', 'u4', 'a4', 'u5', 'a5'])
        assert.deepEqual(
          found.map(({ length }) => length),
          Array<number>(10).fill(1),
        )
        const [nodesHeld] = await on.store().counts(tenant, [{ list: 'observationsOfConversation', owner: 's' }], 1000)
        assert.equal(nodesHeld, 10 + said)
        await sound(on.scope({ tenant }), 's')
      }),
      { numRuns: runs },
    )
  })

  it('leaves nothing on its way when a write fails', async () => {
    const tenant = tenantOf()
    let [writes, open] = [0, 0]
    let release = () => {}
    const second = new Promise<void>((resolve) => (release = resolve))
    const store = intercept(on.store(), async (method, call) => {
      if (method !== 'write') return call()
      open++
      try {
        if (++writes === 2) throw new Error('broken')
        const written = await call()
        // The first is told of its success after the second has failed.
        if (writes === 1) await second
        return written
      } finally {
        if (writes === 2) release()
        open--
      }
    })
    await assert.rejects(imports(on.scope({ tenant, process: 1, store }), file, { batchSize: small }), /broken/)
    assert.equal(open, 0)
    await imports(on.scope({ tenant }), file)
    await sound(on.scope({ tenant }), 's')
  })
})
