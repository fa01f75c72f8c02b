import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { WaitingBytes } from '../../../../src/adapters/proxy/record/budget.ts'
import { mostDecoded } from '../../../../src/adapters/proxy/record/decoded.ts'
import fc from '../../../support/properties.ts'

const bytes = (amount: number) => Buffer.alloc(amount)
function opened(most = 100, share = 25) {
  const clock = { now: 0 }
  const waiting = new WaitingBytes({ most, share, silentMs: 30, now: () => clock.now })
  return { clock, waiting, open: (tenant: string, amount = 1) => waiting.open(tenant, amount) }
}

describe('room for what waits to be stored', () => {
  it('is a share for each tenant: one that takes all of its own takes nothing from another', () => {
    const { waiting, open } = opened()
    const copies = Array.from({ length: 9 }, () => open('a')?.copy())
    for (const copy of copies) copy?.add(bytes(10))
    assert.deepEqual(
      copies.map((copy) => copy?.isWhole),
      [true, false, false, false, false, true, false, false, false],
    )
    assert.equal(waiting.taken(), 22)
    for (const tenant of ['b', 'c', 'd']) {
      const copy = open(tenant)?.copy()
      copy?.add(bytes(24))
      assert.ok(copy?.isWhole, tenant)
    }
    assert.equal(open('e', 10), null)
  })

  it('is not taken away from another tenant for one that has all of its share', () => {
    const { clock, open } = opened(100, 25)
    const silent = open('b')?.copy()
    silent?.add(bytes(10))
    clock.now = 31
    open('a')?.copy().add(bytes(30))
    assert.ok(silent?.isWhole)
  })

  it('is not taken for what comes once it is over', () => {
    const { waiting, open } = opened()
    const room = open('a', 5)
    const copy = room?.copy()
    room?.rest()
    room?.drop()
    copy?.add(bytes(5))
    assert.equal(waiting.taken(), 0)
  })

  it('is taken away from what does not move, for others and for its own tenant, what moved last being left', () => {
    const { clock, open } = opened(40, 30)
    const [silent, moving] = [open('a')?.copy(), open('a')?.copy()]
    silent?.add(bytes(10))
    clock.now = 20
    moving?.add(bytes(10))
    clock.now = 31
    const other = open('b')?.copy()
    other?.add(bytes(20))
    assert.deepEqual([silent?.isWhole, moving?.isWhole, other?.isWhole], [false, true, true])
    const own = open('a')?.copy()
    own?.add(bytes(18))
    assert.deepEqual([own?.isWhole, moving?.isWhole], [false, true])
  })

  it('is left to what does not move as long as there is enough for all', () => {
    const { clock, open } = opened()
    const silent = open('a')?.copy()
    clock.now = 1_000
    assert.ok(open('a') && open('b') && silent?.isWhole)
  })

  it('is taken away from what its caller does not send on, and not from what an upstream thinks about', () => {
    const { clock, waiting, open } = opened()
    const [unsent, sent] = [open('a'), open('a')]
    assert.ok(unsent && sent)
    sent.isSent = true
    clock.now = 30
    waiting.giveUnsent()
    assert.deepEqual([unsent.isWhole, sent.isWhole, waiting.taken()], [false, true, 1])
  })

  it('is not taken away from what is over and waits for the store', () => {
    const { clock, open } = opened(10, 10)
    const room = open('a', 10)
    room?.rest()
    clock.now = 1_000
    assert.deepEqual([open('b'), room?.isWhole], [null, true])
  })

  it('is as much as a body has, whatever pieces it comes in, and holds no buffer of a connection', () => {
    const waiting = new WaitingBytes({ most: 10_000_000, share: 10_000_000, silentMs: 30 })
    const copy = waiting.open('a', 0)?.copy()
    const body = Buffer.from(Array.from({ length: 300_000 }, (_, n) => n % 251))
    for (const size of [1, 7, 5_000])
      for (let at = 0; at < 100_000; at += size) copy?.add(body.subarray(at, Math.min(at + size, 100_000)))
    const blocks = copy?.all() ?? []
    assert.ok(Buffer.concat(blocks).equals(Buffer.concat(Array<Buffer>(3).fill(body.subarray(0, 100_000)))))
    assert.ok(blocks.length < 30, `${blocks.length} blocks`)
    assert.ok(waiting.taken() < 300_000 + 65_536)
    assert.ok(blocks.every(({ buffer }) => buffer !== body.buffer))
  })

  it('is given back by a body of more bytes than are read, which is too long and not lost for want of room', () => {
    const waiting = new WaitingBytes({ most: 3 * mostDecoded, share: 3 * mostDecoded, silentMs: 30 })
    const copy = waiting.open('a', 1)?.copy()
    for (let n = 0; n < 33; n++) copy?.add(bytes(1024 * 1024))
    assert.deepEqual([copy?.lostBy, copy?.all(), waiting.taken()], ['TOO_LONG', [], 0])
  })

  it('is kept for a request whose answer is larger than is read: the room of the answer alone is given back', () => {
    const clock = { now: 0 }
    const waiting = new WaitingBytes({
      most: 3 * mostDecoded,
      share: 2 * mostDecoded,
      silentMs: 30,
      now: () => clock.now,
    })
    const room = waiting.open('a', 1)
    const [request, answer] = [room?.copy(), room?.copy(false)]
    request?.add(bytes(10))
    for (let n = 0; n < 40; n++) {
      clock.now += 20
      answer?.add(bytes(1024 * 1024))
    }
    assert.deepEqual([answer?.lostBy, answer?.all(), waiting.taken()], ['TOO_LONG', [], 11])
    // What still comes of the answer moves: others do not get the room of its request.
    waiting.open('a', 2 * mostDecoded - 5)
    assert.deepEqual([request?.lostBy, request?.all().length], [null, 1])
    room?.drop()
    assert.equal(waiting.taken(), 0)
  })

  it('is free again once all was given back, however often that is said', () => {
    const step = fc.record({
      tenant: fc.constantFrom('a', 'b'),
      amount: fc.nat(30),
      at: fc.nat(40),
      isOver: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const { clock, waiting, open } = opened()
        const rooms = steps.flatMap(({ tenant, amount, at, isOver }) => {
          clock.now += at
          const room = open(tenant)
          room?.copy().add(bytes(amount))
          if (isOver) room?.rest()
          assert.ok(waiting.taken() <= 100)
          return room ?? []
        })
        for (const room of [...rooms, ...rooms]) room.drop()
        assert.equal(waiting.taken(), 0)
      }),
    )
  })
})
