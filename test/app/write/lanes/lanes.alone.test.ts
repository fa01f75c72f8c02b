import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLanes, type Decided, laneCache } from '../../../../src/app/write/lanes/lanes.ts'
import type { Frontier, GraphStore, WriteOutcome } from '../../../../src/storage/graphStore.ts'
import { heapAfterCollection } from '../../../support/heap.ts'
import { tenantFor } from '../../../support/tenants.ts'
import { fakeStore, fakeOf } from '../../../support/fakes.ts'

const mebibyte = 1024 * 1024
const written: WriteOutcome = { kind: 'written', seqs: new Map() }
/** Lanes read frontiers alone, and these decisions ask for none. */
const noStore = {} as GraphStore
const answer = (result: unknown, write: Promise<WriteOutcome> = Promise.resolve(written)): Decided<unknown> => ({
  write,
  after: new Map(),
  result,
})

describe('lanes of writes', () => {
  it('keep nothing of what commands answered', async () => {
    const lanes = createLanes(noStore)
    const before = await heapAfterCollection()
    for (let i = 0; i < 300; i++) {
      const large = { content: new Array<number>(mebibyte / 8).fill(i + 0.5) }
      await lanes.run(tenantFor('tenant'), [`conversation ${i}`], () => Promise.resolve(answer(large)))
    }
    const grown = (await heapAfterCollection()) - before
    assert.ok(grown < 5 * mebibyte, `300 answers of 1 MiB leave ${(grown / mebibyte).toFixed(1)} MiB`)
    assert.equal(lanes.isKnown(tenantFor('tenant'), 'none'), false)
  })

  it('keep nothing of the outcomes of a lane, however long it lives', async () => {
    const lanes = createLanes(noStore)
    const append = () =>
      lanes.run(tenantFor('tenant'), ['conversation'], () =>
        Promise.resolve(answer(null, Promise.resolve({ ...written }))),
      )
    for (let i = 0; i < 1_000; i++) await append()
    const before = await heapAfterCollection()
    for (let i = 0; i < 20_000; i++) await append()
    const grown = (await heapAfterCollection()) - before
    assert.ok(grown < mebibyte, `20,000 commands leave ${(grown / 1024).toFixed(0)} KiB`)
    await append()
  })

  it('let a command wait for the writes before it also when one of them fails', async () => {
    const lanes = createLanes(noStore)
    const order: string[] = []
    let finish = (): void => undefined
    const slow = new Promise<WriteOutcome>((resolve) => {
      finish = () => {
        order.push('slow write')
        resolve(written)
      }
    })
    const first = lanes.run(tenantFor('tenant'), ['c'], () => Promise.resolve(answer(1, slow)))
    const second = lanes.run(tenantFor('tenant'), ['c'], () =>
      Promise.resolve(answer(2, Promise.reject(new Error('fails')))),
    )
    await assert.rejects(second, /fails/)
    const third = lanes.run(tenantFor('tenant'), ['c'], async ([turn]) => {
      await turn?.settled()
      order.push('third decides')
      return answer(3)
    })
    setImmediate(finish)
    await Promise.all([first, third])
    assert.deepEqual(order, ['slow write', 'third decides'])
  })

  it('are read anew where what they remember leaves nothing to write', async () => {
    let reads = 0
    const frontier = (version: number) =>
      fakeOf<Frontier>('frontier', { conversation: { version, metadata: {} }, head: null, segment: null })
    const store = fakeStore({ frontiers: () => Promise.resolve([frontier(++reads)]) })
    const lanes = createLanes(store)
    const decided: (number | undefined)[] = []
    const run = (writesNothing: boolean) =>
      lanes.run(tenantFor('tenant'), ['c'], async ([turn]) => {
        const read = await turn?.frontier()
        decided.push(read?.conversation.version)
        return { ...answer(null), writesNothing, ...(!writesNothing && { after: new Map([['c', frontier(7)]]) }) }
      })
    await run(false)
    await run(false)
    await run(true)
    await run(true)
    // Once by what the lane remembers and once more; then it remembers nothing.
    assert.deepEqual(decided, [1, 7, 7, 2, 3])
  })

  it('are read anew once another process was met, unless they were used just before', async () => {
    let [at, version, reads, refused] = [0, 0, 0, 0]
    const frontier = () =>
      fakeOf<Frontier>('frontier', { conversation: { version, metadata: {} }, head: null, segment: null })
    const store = fakeStore({
      frontiers: () => {
        reads++
        return Promise.resolve([frontier()])
      },
    })
    const lanes = createLanes(store, 10, () => at)
    /** Appends as a command does: anew where another process came between. */
    const append = async (): Promise<void> => {
      const { outcome } = await lanes.run(tenantFor('tenant'), ['c'], async ([turn]) => {
        const read = await turn?.frontier()
        const isCurrent = read?.conversation.version === version
        if (isCurrent) version++
        else refused++
        const write = Promise.resolve<WriteOutcome>(
          isCurrent ? written : { kind: 'conversationChanged', conversationId: 'c' },
        )
        return { write, after: new Map([['c', frontier()]]), result: null }
      })
      if (outcome.kind !== 'written') await append()
    }
    const others = (milliseconds: number) => {
      version++
      at += milliseconds
    }
    await append()
    for (let n = 0; n < 20; n++) {
      others(150)
      await append()
    }
    assert.equal(refused, 1)
    reads = 0
    for (let n = 0; n < 20; n++) {
      at += 50
      await append()
    }
    assert.equal(reads, 0)
    at += 10_001
    await append()
    assert.equal(reads, 0)
  })
})

const lanesOf = (keep: number) => {
  let made = 0
  const lanes = laneCache(keep, () => ({ number: ++made, waiting: 0 }))
  return { lanes, made: () => made }
}

describe('kept lanes', () => {
  it('are the same for the same conversation, until more than are kept were used since', () => {
    const { lanes, made } = lanesOf(10)
    const first = lanes.of('t', 'c')
    for (let n = 0; n < 9; n++) lanes.of('t', `${n}`)
    assert.equal(lanes.of('t', 'c'), first)
    for (let n = 0; n < 20; n++) lanes.of('t', `more ${n}`)
    assert.notEqual(lanes.of('t', 'c'), first)
    assert.equal(made(), 31)
  })

  it('stay while somebody waits in them', () => {
    const { lanes } = lanesOf(3)
    const first = lanes.of('t', 'c')
    first.waiting = 1
    for (let n = 0; n < 20; n++) lanes.of('t', `${n}`)
    assert.equal(lanes.of('t', 'c'), first)
  })

  it('of a tenant with few are not forgotten for one that uses many, before or after', () => {
    const { lanes } = lanesOf(100)
    const before = lanes.of('modest', 'before')
    for (let n = 0; n < 1_000; n++) lanes.of('greedy', `${n}`)
    const after = lanes.of('modest', 'after')
    for (let n = 0; n < 1_000; n++) lanes.of('greedy', `again ${n}`)
    assert.equal(lanes.of('modest', 'before'), before)
    assert.equal(lanes.of('modest', 'after'), after)
  })
})
