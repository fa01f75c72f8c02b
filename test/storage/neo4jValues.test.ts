import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { writerOn } from '../../src/storage/neo4j/writing/writer.ts'
import { StoreHalted, StoreUnavailable } from '../../src/storage/graphStore.ts'
import { StoreFull } from '../../src/storage/storeFull.ts'
import { changes, event } from '../support/changes.ts'
import { failureOf, Overdue, thrownFor, Unreachable } from '../../src/storage/neo4j/connection/failures.ts'
import { int, numberFrom } from '../../src/storage/neo4j/properties/rows.ts'
import { writeQueue, type Queued } from '../../src/storage/neo4j/writing/writeQueue.ts'
import { tenantFor } from '../support/tenants.ts'
import { pause } from '../support/waitFor.ts'
import { fakeOf } from '../support/fakes.ts'

describe('numbers of Neo4j', () => {
  it('go in as integers and come out as they were', () => {
    for (const number of [0, 1, -1, 2 ** 31, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER]) {
      assert.equal(numberFrom(int(number).toBigInt()), number)
    }
  })

  it('that would lose their value are refused', () => {
    for (const number of [0.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1]) assert.throws(() => int(number), RangeError)
    assert.throws(() => numberFrom(2n ** 53n), RangeError)
    assert.throws(() => numberFrom(1.5), TypeError)
  })
})

describe('a failure of Neo4j', () => {
  const failed = (code: string) => Object.assign(new Error(code), { code })
  it('is told by its code', () => {
    assert.equal(failureOf(failed('Neo.TransientError.Transaction.DeadlockDetected')), 'transient')
    assert.equal(failureOf(failed('Neo.ClientError.Transaction.LockAcquisitionTimeout')), 'transient')
    assert.equal(failureOf(failed('Neo.ClientError.Schema.ConstraintValidationFailed')), 'race')
    assert.equal(failureOf(failed('Neo.ClientError.Statement.SyntaxError')), 'fault')
    assert.equal(failureOf(failed('Neo.DatabaseError.Transaction.TransactionLogError')), 'full')
    assert.equal(failureOf(thrownFor(failed('Neo.DatabaseError.Transaction.TransactionStartFailed'))), 'halted')
    assert.equal(failureOf(failed('ServiceUnavailable')), 'lost')
    assert.equal(failureOf(failed('SessionExpired')), 'lost')
    for (const code of ['Cluster.NotALeader', 'General.ForbiddenOnReadOnlyDatabase']) {
      const refused = failed(`Neo.ClientError.${code}`)
      const wrapped = Object.assign(new Error('No longer possible to write', { cause: refused }), {
        code: 'SessionExpired',
      })
      assert.equal(failureOf(wrapped), 'transient')
    }
    assert.equal(failureOf(new Unreachable('before it was sent')), 'unreachable')
    assert.equal(failureOf(new Overdue('later')), 'lost')
    assert.equal(failureOf(new TypeError('ours')), 'fault')
  })
})

type WriterConnection = Parameters<typeof writerOn>[0]

describe('a write to a Neo4j whose disk is full', () => {
  const logError = Object.assign(new Error('Could not append transaction'), {
    code: 'Neo.DatabaseError.Transaction.TransactionLogError',
  })
  const connectionThat = (write: () => Promise<never>) =>
    fakeOf<WriterConnection>('connection', { reach: () => Promise.resolve(), write, requestCausality: null })
  const written = (write: () => Promise<never>) =>
    writerOn(connectionThat(write), 500, null).write(tenantFor('t'), changes(event('e', 'c')))

  it('is refused as that, at once', async () => {
    await assert.rejects(
      written(() => Promise.reject(logError)),
      StoreFull,
    )
  })

  it('is refused at once when that has halted it', async () => {
    const error = Object.assign(new Error('critical'), { code: 'Neo.DatabaseError.Transaction.TransactionStartFailed' })
    await assert.rejects(
      written(async () => {
        throw thrownFor(error)
      }),
      (thrown: unknown) => thrown instanceof StoreHalted && !thrown.uncertain,
    )
  })

  it('is in doubt where an earlier attempt may have been written', async () => {
    const lost = Object.assign(new Error('gone'), { code: 'ServiceUnavailable' })
    let tries = 0
    await assert.rejects(
      written(() => Promise.reject(tries++ === 0 ? lost : logError)),
      (thrown: unknown) => thrown instanceof StoreUnavailable && thrown.uncertain,
    )
  })
})

describe('the time of a write', () => {
  it('grows with what it holds, so that a batch of an import is not begun anew again and again', async () => {
    const chunk = { conversationId: 'c', source: 's', lineCount: 1, bytes: new Uint8Array() }
    const rawChunks = (count: number) => Array.from({ length: count }, (_, k) => ({ ...chunk, firstLine: k + 1 }))
    const times: number[] = []
    const connection = fakeOf<WriterConnection>('connection', {
      reach: () => Promise.resolve(),
      requestCausality: null,
      write: (_statement: string, _parameters: unknown, left: number) => {
        times.push(left)
        return Promise.reject(new TypeError('It ends here.'))
      },
    })
    for (const count of [0, 2_000]) {
      const given = changes(event(`e${count}`, 'c'), { rawChunks: rawChunks(count) })
      await assert.rejects(writerOn(connection, 15_000, null).write(tenantFor('t'), given), TypeError)
    }
    const [one = 0, many = 0] = times
    assert.ok(one <= 16_000 && many > 40_000 && many < 60_000, String(times))
  })
})

describe('the queue of writes', () => {
  interface Item extends Queued {
    readonly name: string
  }
  const item = (name: string, ...keys: string[]): Item => ({ name, keys, weight: 1 })
  /** On a busy machine a timer may be over before the tick of the event loop in which the queue is looked through. */
  const settled = async () => {
    await pause(5, 'the timer of the queue is over')
    await new Promise((resolve) => setImmediate(resolve))
  }

  /** A queue whose batches stay under way until they are let go. */
  function held(limits = { inFlight: 2, rows: 3, weight: 100 }) {
    const batches: string[][] = []
    const letGo: (() => void)[] = []
    const queue = writeQueue<Item>((batch) => {
      batches.push(batch.map(({ name }) => name))
      return new Promise((resolve) => letGo.push(resolve))
    }, limits)
    return { queue, batches, letGo }
  }

  it('sends what waits together, in batches of a limited size, two at a time', async () => {
    const { queue, batches, letGo } = held()
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) queue.add(item(name, name))
    await settled()
    assert.deepEqual(batches, [
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
    ])
    letGo[0]?.()
    await settled()
    assert.deepEqual(batches[2], ['g'])
  })

  it('chains the changes of one conversation in one batch, and none of them in two at a time', async () => {
    const { queue, batches, letGo } = held({ inFlight: 2, rows: 2, weight: 100 })
    for (const name of ['1', '2', '3']) queue.add(item(name, 'c'))
    queue.add(item('other', 'd'))
    await settled()
    assert.deepEqual(batches, [['1', '2'], ['other']])
    letGo[0]?.()
    await settled()
    assert.deepEqual(batches[2], ['3'])
  })

  it('keeps the order of two that share one of several conversations', async () => {
    const { queue, batches, letGo } = held()
    queue.add(item('first', 'a'))
    await settled()
    queue.add(item('both', 'a', 'b'))
    queue.add(item('after', 'b'))
    await settled()
    assert.deepEqual(batches, [['first']])
    letGo[0]?.()
    await settled()
    assert.deepEqual(batches[1], ['both', 'after'])
  })

  it('sends what is larger than a batch by itself', async () => {
    const { queue, batches } = held({ inFlight: 2, rows: 9, weight: 10 })
    queue.add({ ...item('small', 'a'), weight: 1 })
    queue.add({ ...item('large', 'b'), weight: 99 })
    await settled()
    assert.deepEqual(batches, [['small'], ['large']])
  })
})
