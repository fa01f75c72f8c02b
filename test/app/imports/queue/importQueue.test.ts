import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../../support/properties.ts'
import {
  importBoundsOf,
  importQueue,
  type ImportQueue,
  type QueuedImport,
} from '../../../../src/app/imports/queue/importQueue.ts'
import '../../../support/shrinking.ts'

const mebibyte = 1024 * 1024
const bounds = { small: 2, large: 1, smallBytes: 10 }

/** Begins work of that name, which ends when it is told to; `begun` gets the names in their order. */
function begin(queue: ImportQueue, begun: string[], name: string, more: Partial<QueuedImport> = {}) {
  let end: (failed?: Error) => void = () => undefined
  const held = new Promise<void>((done, fail) => {
    end = (failed) => (failed ? fail(failed) : done())
  })
  const over = queue.run({ tenant: 'a', bytes: 1, ...more }, () => {
    begun.push(name)
    return held
  })
  over.catch(() => undefined)
  return { end, over }
}
const settled = () => new Promise((done) => setImmediate(done))

describe('the queue of imports', () => {
  it('has so many worked on at once, and the rest begin as they came', async () => {
    const begun: string[] = []
    const queue = importQueue(bounds)
    const [one, two] = ['one', 'two', 'three', 'four'].map((name) => begin(queue, begun, name))
    await settled()
    assert.deepEqual(begun, ['one', 'two'])
    two?.end()
    await settled()
    assert.deepEqual(begun, ['one', 'two', 'three'])
    one?.end(new Error('What fails makes room too.'))
    await settled()
    assert.deepEqual(begun, ['one', 'two', 'three', 'four'])
  })

  it('has large ones, and those whose length nobody knows, wait for each other alone', async () => {
    const begun: string[] = []
    const queue = importQueue({ ...bounds, small: 1 })
    begin(queue, begun, 'large', { bytes: 11 })
    begin(queue, begun, 'unknown', { bytes: null })
    begin(queue, begun, 'small', { bytes: 10 })
    await settled()
    assert.deepEqual(begun, ['large', 'small'])
  })

  it('takes the tenant next that has the fewest under way', async () => {
    const begun: string[] = []
    const queue = importQueue(bounds)
    const [first] = ['a1', 'a2', 'a3', 'a4'].map((name) => begin(queue, begun, name))
    begin(queue, begun, 'b1', { tenant: 'b' })
    first?.end()
    await settled()
    assert.deepEqual(begun, ['a1', 'a2', 'b1'])
  })

  it('lets go of who waits no longer', async () => {
    const begun: string[] = []
    const queue = importQueue({ ...bounds, small: 1 })
    const one = begin(queue, begun, 'one')
    const gone = new AbortController()
    const two = begin(queue, begun, 'two', { signal: gone.signal })
    begin(queue, begun, 'three')
    gone.abort(new Error('gone'))
    await assert.rejects(two.over, /gone/)
    await assert.rejects(begin(queue, begun, 'four', { signal: gone.signal }).over, /gone/)
    one.end()
    await settled()
    assert.deepEqual(begun, ['one', 'three'])
  })

  it('never has more at once than its bounds, and ends with all done', async () => {
    const request = fc.record({ tenant: fc.constantFrom('a', 'b', 'c'), bytes: fc.constantFrom(1, 100, null) })
    await fc.assert(
      fc.asyncProperty(fc.array(request, { maxLength: 30 }), fc.nat(4), async (requests, more) => {
        const most = { small: 1 + more, large: 1 }
        const queue = importQueue({ ...most, smallBytes: 10 })
        const now = { small: 0, large: 0 }
        let done = 0
        const run = (waiting: QueuedImport) =>
          queue.run(waiting, async () => {
            const kind = waiting.bytes === 1 ? 'small' : 'large'
            assert.ok(++now[kind] <= most[kind])
            await settled()
            now[kind]--
            done++
          })
        await Promise.all(requests.map(run))
        assert.equal(done, requests.length)
      }),
      { numRuns: 30 },
    )
  })
})

describe('what the queue of imports takes at once', () => {
  it('is as much as the heap has room for', () => {
    assert.deepEqual(importBoundsOf(256 * mebibyte), { small: 4, large: 1, smallBytes: 2 * mebibyte })
    assert.deepEqual(importBoundsOf(64 * mebibyte), { small: 1, large: 1, smallBytes: mebibyte / 2 })
    assert.deepEqual(importBoundsOf(4096 * mebibyte), { small: 16, large: 4, smallBytes: 32 * mebibyte })
  })
})
