import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { StoreUnavailable } from '../../../src/storage/graphStore.ts'
import type { RequestBatch, BatchAnswer } from '../../../src/storage/sqlite/threads/messages.ts'
import { startPool } from '../../../src/storage/sqlite/threads/pool.ts'

/** A thread that answers when it is told to: every request with itself. */
interface Puppet {
  readonly batches: (readonly number[])[]
  answer(): void
  die(): void
}

function poolOf(threads: number, batchWeight = 100) {
  const puppets: Puppet[] = []
  const deaths: string[] = []
  const start = (onAnswers: (answers: BatchAnswer<unknown>) => void, onDeath: (error: Error) => void) => {
    const batches: (readonly number[])[] = []
    puppets.push({
      batches,
      answer: () => onAnswers({ answers: (batches.shift() ?? []).map((value) => ({ value })) }),
      die: () => onDeath(new Error('out of memory')),
    })
    const post = (batch: unknown) => void batches.push((batch as RequestBatch<number>).requests)
    return { started: Promise.resolve(), post, close: () => Promise.resolve() }
  }
  const pool = startPool<number>({
    start,
    threads,
    batchWeight,
    weightOf: (it) => it,
    // Of hundreds.
    ownerOf: (it) => String(Math.floor(it / 100)),
    onDeath: (it) => deaths.push(it.message),
  })
  const asked = (...requests: number[]) => Promise.allSettled(requests.map((it) => pool.ask(it)))
  return { pool, puppets, deaths, asked }
}
const tick = () => Promise.resolve()
const values = (settled: PromiseSettledResult<unknown>[]) =>
  settled.map((it) => (it.status === 'fulfilled' ? it.value : it.status))

describe('a pool of threads', () => {
  it('sends what is asked in one turn as one message, in order', async () => {
    const { puppets, asked } = poolOf(1)
    const answers = asked(1, 2, 3)
    await tick()
    assert.deepEqual(puppets[0]?.batches, [[1, 2, 3]])
    puppets[0].answer()
    assert.deepEqual(values(await answers), [1, 2, 3])
  })

  it('has owners take turns: who asks little waits behind one of each other, not behind all of them', async () => {
    const { puppets, asked } = poolOf(1, 1)
    void asked(1, 2)
    await tick()
    // Two are under way; the rest waits.
    void asked(3, 4, 5, 6, 101, 7, 102, 201)
    await tick()
    const order: (readonly number[])[] = []
    for (let k = 0; k < 10; k++) {
      order.push(...(puppets[0]?.batches.slice(0, 1) ?? []))
      puppets[0]?.answer()
    }
    assert.deepEqual(order.flat(), [1, 2, 3, 101, 201, 4, 102, 5, 6, 7])
  })

  it('collects what is asked while two messages are under way', async () => {
    const { puppets, asked } = poolOf(1)
    for (const request of [1, 2, 3, 4]) {
      void asked(request)
      await tick()
    }
    assert.deepEqual(puppets[0]?.batches, [[1], [2]])
    puppets[0].answer()
    assert.deepEqual(puppets[0].batches, [[2], [3, 4]])
  })

  it('starts another thread once one has more than it does, and asks it when it works', async () => {
    const { puppets, asked } = poolOf(2)
    assert.equal(puppets.length, 1)
    const first = asked(1)
    await tick()
    assert.equal(puppets.length, 1)
    const second = asked(2)
    await tick()
    assert.equal(puppets.length, 2)
    // It had not started yet when that was asked.
    assert.deepEqual(puppets[0]?.batches, [[1], [2]])
    const third = asked(3)
    await tick()
    assert.deepEqual(puppets[1]?.batches, [[3]])
    for (const puppet of [puppets[0], puppets[0], puppets[1]]) puppet.answer()
    assert.deepEqual(values((await Promise.all([first, second, third])).flat()), [1, 2, 3])
  })

  it('ends a message that is heavy enough', async () => {
    const { puppets, asked } = poolOf(1, 10)
    void asked(4, 4, 4, 4, 40, 1)
    await tick()
    assert.deepEqual(puppets[0]?.batches, [
      [4, 4, 4],
      [4, 40],
    ])
  })

  it('shares the work among idle threads', async () => {
    const { puppets, asked } = poolOf(2)
    void asked(1, 2, 3, 4)
    await tick()
    assert.deepEqual(puppets.flatMap((it) => it.batches.flat()).sort(), [1, 2, 3, 4])
    assert.ok(puppets.every((it) => it.batches.length > 0))
  })

  it('replaces a thread that died at work; what it had may or may not be done', async () => {
    const { puppets, asked, deaths } = poolOf(1)
    const first = asked(1)
    await tick()
    puppets[0]?.answer()
    await first
    const lost = asked(2)
    await tick()
    puppets[0]?.die()
    const [outcome] = await lost
    assert.ok(outcome?.status === 'rejected' && outcome.reason instanceof StoreUnavailable && outcome.reason.uncertain)
    assert.deepEqual(deaths, ['out of memory'])
    const next = asked(3)
    await tick()
    puppets[1]?.answer()
    assert.deepEqual(values(await next), [3])
  })

  it('does not replace a thread that never worked', async () => {
    const { puppets, asked } = poolOf(1)
    puppets[0]?.die()
    const [outcome] = await asked(1)
    assert.ok(outcome?.status === 'rejected' && outcome.reason instanceof StoreUnavailable && !outcome.reason.uncertain)
    assert.equal(puppets.length, 1)
  })

  it('answers what was asked before it closes, and nothing after', async () => {
    const { pool, puppets, asked } = poolOf(1)
    const before = asked(1, 2)
    const closed = pool.close()
    await assert.rejects(pool.ask(3), StoreUnavailable)
    await tick()
    puppets[0]?.answer()
    assert.deepEqual(values(await before), [1, 2])
    await closed
  })
})
