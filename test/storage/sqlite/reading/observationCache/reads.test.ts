import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from '../../../../support/properties.ts'
import { createReads, createSegmentCache } from '../../../../../src/app/read/reads.ts'
import { requestStore } from '../../../../../src/app/requestStore.ts'
import { noRewrites } from '../../../../../src/domain/erasure/rewrites.ts'
import { tombstone } from '../../../../../src/domain/erasure/tombstone.ts'
import type { Observation } from '../../../../../src/domain/model.ts'
import type { GraphStore, Range, Tail } from '../../../../../src/storage/graphStore.ts'
import { connect, type Connection } from '../../../../../src/storage/sqlite/connection/connection.ts'
import { createObservationCache } from '../../../../../src/storage/sqlite/reading/observationCache/observationCache.ts'
import { rememberedReads } from '../../../../../src/storage/sqlite/reading/observationCache/reads.ts'
import type { ReadName, ReadRequest } from '../../../../../src/storage/sqlite/reading/readRequest.ts'
import type { Ask } from '../../../../../src/storage/sqlite/records/records.ts'
import { openSqliteStore } from '../../../../../src/storage/sqlite/store.ts'
import { readerOn } from '../../../../../src/storage/sqlite/threads/reader.ts'
import { changes, event, seqsOf } from '../../../../support/changes.ts'
import { randomWorld } from '../../../../support/shapes.ts'
import { tenantFor } from '../../../../support/tenants.ts'
import { converse, store as put, textBlock } from '../../../../support/tree/acts.ts'
import { createWorld, type World } from '../../../../support/world.ts'
import { newPath } from '../../folder.ts'

const large = 8 * 1024 * 1024
const axes = ['depth', 'turn', 'entry'] as const
let [store, connection]: [GraphStore, Connection] = [null as never, null as never]
let count = 0

/** Asks a reader on the test's own connection, as another process would; an answer may be held back. */
function askOn(asked: ReadRequest[] = [], hold?: <T>(answer: T) => Promise<T>): Ask {
  const reader = readerOn(connection)
  return ((name: ReadName, tenant: string, request: ReadRequest['request']) => {
    asked.push({ name, tenant, request })
    const [answer] = reader([{ name, tenant, request }])
    if (!answer || !('value' in answer)) return Promise.reject(new Error(JSON.stringify(answer)))
    return hold ? hold(answer.value) : Promise.resolve(answer.value)
  }) as Ask
}
const readsOf = (bytes: number, ask = askOn()) => rememberedReads(ask, createObservationCache(bytes))
type Reads = ReturnType<typeof readsOf>

async function erase(tenant: ReturnType<typeof tenantFor>, some: readonly Observation[]): Promise<void> {
  const observations = some.map((one) => tombstone(one, 'e'))
  seqsOf(
    await store.write(
      tenant,
      changes(event(`erasing ${++count}`, null), { rewrites: { ...noRewrites, observations } }),
    ),
  )
}

/** A chain of turns that is stored. */
async function talk(turns: number) {
  const [tenant, world] = [tenantFor(`talk ${++count}`), createWorld({ seed: count })]
  converse(world, 'c')
  const nodes = Array.from({ length: turns }, (_, k) => put(world, 'c', { blocks: [textBlock(`secret ${k}`)] }))
  for (const one of world.changes) seqsOf(await store.write(tenant, one))
  return { tenant, world, nodes, segmentId: nodes[0]?.place.segmentId ?? '', headId: nodes.at(-1)?.id ?? '' }
}

/** Asks all four reads in a way that `drawn` numbers say. */
async function answers(reads: Reads, tenant: ReturnType<typeof tenantFor>, world: World, [a, b, c]: readonly number[]) {
  const [observations, segments] = [[...world.observations.keys()], [...world.segments.keys()]]
  const pick = (all: readonly string[], k: number) => all[k % all.length] ?? 'nothing'
  const [one, two, three] = [a ?? 0, b ?? 0, c ?? 0]
  const ranges: Range[] = [one, two, three].map((k, n) => ({
    ...{
      axis: axes[k % 3] ?? 'depth',
      segmentId: pick(segments, n === 2 ? 0 : k),
      from: k % 4,
      to: (k % 4) + (n === 2 ? 5 : n),
    },
  }))
  const tails: Tail[] = [one, two].map((k) => ({
    axis: axes[k % 3] ?? 'turn',
    headId: pick(observations, k),
    last: 1 + (three % 5),
  }))
  const ids = [one, two, two, three].map((k) => pick(observations, k))
  return {
    observations: await reads.observations(tenant, [...ids, 'nothing']),
    ranges: await reads.ranges(tenant, ranges),
    tails: await reads.tails(tenant, tails),
    shown: await reads.shown(tenant, ranges),
  }
}

describe('reads that remember observations', () => {
  const path = newPath()
  before(async () => {
    store = await openSqliteStore({ path, readers: 1 })
    connection = connect(path, 'reader')
  })
  after(async () => {
    connection.close()
    await store.close()
  })

  it('answer what a read of the file answers, whatever is written, forked and erased between', async () => {
    const step = fc.record({
      what: fc.constantFrom('write', 'read', 'read', 'read', 'erase'),
      n: fc.array(fc.nat(12), { minLength: 3, maxLength: 3 }),
    })
    const all = fc.record({
      seed: fc.nat(1000),
      steps: fc.array(step, { maxLength: 40, size: 'max' }),
      bytes: fc.constantFrom(20_000, 100_000, large),
    })
    await fc.assert(
      fc.asyncProperty(all, async ({ seed, steps, bytes }) => {
        const [tenant, plain] = [tenantFor(`any ${++count}`), readsOf(0)]
        const world = randomWorld(seed, 40)
        const remembering = [readsOf(bytes), readsOf(bytes)]
        const erased = new Set<string>()
        let written = 0
        const write = async () => {
          const next = world.changes[written++]
          if (next) seqsOf(await store.write(tenant, next))
        }
        for (let k = 0; k < 25; k++) await write()
        for (const { what, n } of steps) {
          if (what === 'write') for (let k = 0; k <= (n[0] ?? 0) % 4; k++) await write()
          const some = world.changes.slice(0, written).flatMap(({ observations }) => observations)
          const one = some[(n[0] ?? 0) * 3]
          if (what === 'erase' && one && !erased.has(one.id)) {
            await erase(tenant, [one])
            erased.add(one.id)
          }
          if (what !== 'read') continue
          const expected = await answers(plain, tenant, world, n)
          for (const reads of remembering) assert.deepEqual(await answers(reads, tenant, world, n), expected)
        }
      }),
      { numRuns: 25 },
    )
  })

  it('ask for nothing but the epoch, and for messages, once they have read the same twice', async () => {
    const { tenant, segmentId, headId, nodes } = await talk(6)
    const asked: ReadRequest[] = []
    const reads = readsOf(large, askOn(asked))
    const range: Range = { axis: 'turn', segmentId, from: 2, to: 6 }
    const tail: Tail = { axis: 'turn', headId, last: 5 }
    const read = async () => [
      await reads.observations(tenant, [headId]),
      await reads.ranges(tenant, [range]),
      await reads.shown(tenant, [range]),
      await reads.tails(tenant, [tail]),
    ]
    const first = await read()
    await read()
    asked.length = 0
    assert.deepEqual(await read(), first)
    const messageIds = nodes.slice(1).map(({ messageId }) => messageId)
    assert.deepEqual(
      asked.map(({ request }) => request),
      [[], [], { places: [], messageIds }, { places: [], messageIds }],
    )
  })

  it('do not remember a range whose end is not there yet', async () => {
    const { tenant, world, segmentId, nodes } = await talk(3)
    const reads = readsOf(large)
    const range: Range = { axis: 'depth', segmentId, from: 1, to: 4 }
    for (let k = 0; k < 3; k++) assert.deepEqual(await reads.ranges(tenant, [range]), [nodes.slice(1)])
    const later = put(world, 'c')
    seqsOf(await store.write(tenant, world.changes.at(-1) as never))
    assert.deepEqual(await reads.ranges(tenant, [range]), [[...nodes.slice(1), later]])
  })

  it('answer with messages as they are now', async () => {
    const { tenant, world, headId } = await talk(3)
    const reads = readsOf(large)
    const tail: Tail = { axis: 'turn', headId, last: 2 }
    for (let k = 0; k < 3; k++) await reads.tails(tenant, [tail])
    const message = [...world.messages.values()].at(-1)
    assert.ok(message)
    const value = { ...message, deleted: true }
    seqsOf(await store.write(tenant, changes(event('deleting', null), { messages: [{ isNew: false, value }] })))
    const [[, , , messages] = []] = await reads.tails(tenant, [tail])
    assert.equal(messages?.find(({ id }) => id === value.id)?.deleted, true)
  })

  it('answer nothing erased, in whatever order the answers of threads come', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(fc.nat(5), { minLength: 2, maxLength: 12 }), async (s, targets) => {
        const { tenant, nodes, segmentId } = await talk(6)
        let holds = false
        const reads = readsOf(
          large,
          askOn([], (answer) => (holds ? s.schedule(Promise.resolve(answer)) : Promise.resolve(answer))),
        )
        const range: Range = { axis: 'depth', segmentId, from: 0, to: 5 }
        for (let k = 0; k < 2; k++) await reads.ranges(tenant, [range])
        holds = true
        const underWay: Promise<void>[] = []
        const erased = new Set<string>()
        for (const target of targets) {
          const gone = new Set(erased)
          const look = async () => {
            for (const node of (await reads.ranges(tenant, [range]))[0] ?? [])
              if (gone.has(node.id)) assert.ok(node.erased, `${node.id} is answered after its erasure`)
          }
          underWay.push(look(), look())
          const node = nodes[target]
          if (node && !erased.has(node.id)) await erase(tenant, [node])
          if (node) erased.add(node.id)
        }
        await s.waitFor(Promise.all(underWay))
      }),
      { numRuns: 15 },
    )
  })

  it('cost a request the same, remembered or not', async () => {
    const { tenant, segmentId, headId } = await talk(6)
    const spent: number[] = []
    for (let k = 0; k < 4; k++) {
      let sum = 0
      const budget = { spend: (work: number) => (sum += work), hold: () => undefined, over: null }
      const reads = createReads(requestStore(store, { tenant, budget }), tenant, createSegmentCache(), budget)
      await reads.range({ axis: 'turn', segmentId, from: 2, to: 6 })
      await reads.observation(headId)
      await reads.prefetch.tail({ axis: 'turn', headId, last: 3 })
      await reads.range({ axis: 'turn', segmentId, from: 5, to: 6 })
      spent.push(sum)
    }
    assert.ok((spent[0] ?? 0) > 0)
    assert.deepEqual(
      spent,
      spent.map(() => spent[0]),
    )
  })
})
