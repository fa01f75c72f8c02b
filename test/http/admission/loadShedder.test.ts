import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { Overloaded } from '../../../src/app/access/overloaded.ts'
import { loadShedder, normalConcurrency } from '../../../src/http/admission/loadShedder.ts'

/** A server that answers in the order in which requests came, and whose clock stands still unless it is moved. */
function started() {
  let time = 0
  const told: boolean[] = []
  let toldRefused = 0
  const underWay: (() => void)[] = []
  const shedder = loadShedder({
    now: () => time,
    onChange: (isOver) => told.push(isOver),
    onRefused: () => toldRefused++,
  })
  const comes = (tenant = 'one'): boolean => {
    try {
      underWay.push(shedder.take(tenant))
      return true
    } catch (refusal) {
      if (refusal instanceof Overloaded) return false
      throw refusal
    }
  }
  return {
    told,
    toldRefused: () => toldRefused,
    comes,
    answers: () => underWay.shift()?.(),
    count: () => underWay.length,
    wait: (ms: number) => void (time += ms),
    /** Has so many come for each that is answered, until so many were answered; returns how many were refused. */
    offered(times: number, answers: number, tenant = 'one') {
      let [owed, refused] = [0, 0]
      for (let n = 0; n < answers; n++) {
        for (owed += times; owed >= 1; owed--) if (!comes(tenant)) refused++
        this.answers()
      }
      return refused
    },
  }
}

describe('an overload', () => {
  it('is never what clients make that wait for their answers, however many, and in what lots these come', () => {
    const lots = fc.array(fc.integer({ min: 1, max: 64 }), { minLength: 20, maxLength: 120 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), lots, (clients, sizes) => {
        const server = started()
        for (let n = 0; n < clients; n++) assert.ok(server.comes())
        for (const size of sizes) {
          const lot = Math.min(size, clients)
          for (let n = 0; n < lot; n++) server.answers()
          for (let n = 0; n < lot; n++) assert.ok(server.comes(), `${clients} clients`)
        }
      }),
    )
  })

  it('is never what up to 190 of them make that come one after the other', () => {
    const steps = fc.array(fc.tuple(fc.nat({ max: 40 }), fc.integer({ min: 1, max: 64 })), { maxLength: 120 })
    fc.assert(
      fc.property(steps, (all) => {
        const server = started()
        let clients = 0
        for (const [more, lot] of all) {
          const joining = Math.min(more, 190 - clients)
          const again = Math.min(lot, clients)
          clients += joining
          for (let n = 0; n < again; n++) server.answers()
          for (let n = 0; n < again + joining; n++) assert.ok(server.comes(), `${clients} clients`)
        }
      }),
    )
  })

  it('is no burst that is over', () => {
    const server = started()
    for (let n = 0; n < 400; n++) assert.ok(server.comes())
    assert.equal(server.offered(0.8, 300), 0)
    assert.deepEqual(server.told, [])
  })

  it('is more than is answered, for a while: then few are under way, and all that are more are refused', () => {
    for (const times of [1.5, 2, 4, 16]) {
      const server = started()
      server.offered(times, 500)
      assert.deepEqual(server.told, [false], `${times}`)
      server.offered(times, 4_000)
      assert.ok(server.count() <= normalConcurrency, `${times}: ${server.count()}`)
      const refused = server.offered(times, 1_000)
      assert.ok(Math.abs(refused / 1_000 - (times - 1)) < 0.1, `${times}: ${refused}`)
      const before = server.toldRefused()
      assert.equal(server.offered(times, 100), server.toldRefused() - before)
    }
  })

  it('of four times as much is noticed before 600 are under way', () => {
    const server = started()
    let most = 0
    for (let n = 0; n < 1_000; n++) {
      server.offered(4, 1)
      most = Math.max(most, server.count())
    }
    assert.ok(most < 600, String(most))
  })

  it('is over soon after no more comes than is answered', () => {
    const server = started()
    server.offered(4, 1_000)
    server.offered(0.9, 1_000)
    assert.deepEqual(server.told, [false, true])
    assert.equal(server.offered(1, 1_000), 0)
  })

  it('holds nobody off from a server that is held up: it is told from what is answered alone', () => {
    const server = started()
    server.offered(4, 1_000)
    while (server.count() < normalConcurrency) server.comes()
    assert.equal(server.comes(), false)
    server.wait(2_001)
    assert.ok(server.comes())
    assert.deepEqual(server.told, [false, true])
    const slow = started()
    for (let n = 0; n < 2_000; n++) {
      assert.ok(slow.comes())
      slow.wait(500)
      if (n % 4 === 0) slow.answers()
    }
  })

  it('is what finds no room at all, at once', () => {
    const told: string[] = []
    const onChange = (isOver: boolean) => told.push(isOver ? 'over' : 'begun')
    const shedder = loadShedder({ now: () => 0, onChange, onRefused: () => told.push('refused') })
    for (let n = 0; n < 500; n++) shedder.take('one')
    shedder.full()
    assert.throws(() => shedder.take('one'), Overloaded)
    assert.deepEqual(told, ['begun', 'refused', 'refused'])
  })

  it('of one tenant leaves the others their part', () => {
    const server = started()
    server.offered(4, 1_000, 'greedy')
    while (server.count() < normalConcurrency) server.comes('greedy')
    assert.equal(server.comes('greedy'), false)
    for (let n = 0; n < normalConcurrency / 2; n++) assert.ok(server.comes('modest'))
    assert.equal(server.comes('modest'), false)
    assert.ok(server.comes('third'))
  })
})
