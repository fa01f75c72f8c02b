import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { Changes } from '../../src/domain/changes.ts'
import { createBudget, TooExpensive, type Allowance, type Budget } from '../../src/app/read/budget.ts'
import { requestStore } from '../../src/app/requestStore.ts'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import type { TenantStore } from '../../src/storage/tenantStore.ts'
import { tenantFor } from '../support/tenants.ts'
import { fakeStore } from '../support/fakes.ts'

const plenty: Allowance = { work: 1e9, characters: 1e9, milliseconds: 60_000 }
const budgetOf = (given: Partial<Allowance>) => createBudget({ ...plenty, ...given }, () => new Error('late'))
const row = { id: 'o', blocks: [{ type: 'text', text: 'x'.repeat(100) }] }

/** A store that answers each list with so many rows, and counts how often it was asked. */
function storeOf(rows: number): { store: GraphStore; calls: () => number } {
  let calls = 0
  const lists = async () => {
    calls++
    await turn()
    return [Array.from({ length: rows }, () => row)]
  }
  return { store: fakeStore({ lists, counts: async () => [1e9] }), calls: () => calls }
}
const ask = (store: TenantStore) => store.lists([])
const meteredStore = (store: GraphStore, budget: Budget) => requestStore(store, { tenant: tenantFor('t'), budget })

describe('what the store brings', () => {
  it('is drawn from the budget: rows, and what they hold', async () => {
    const { store } = storeOf(100)
    await assert.rejects(ask(meteredStore(store, budgetOf({ work: 500 }))), TooExpensive)
    await assert.rejects(ask(meteredStore(store, budgetOf({ characters: 9_000 }))), TooExpensive)
    assert.equal((await ask(meteredStore(store, budgetOf({}))))[0]?.length, 100)
  })

  it('is drawn for what a statement counts, too', async () => {
    await assert.rejects(meteredStore(storeOf(0).store, budgetOf({ work: 1e6 })).counts([], 1), TooExpensive)
  })

  it('is not asked for any more once nothing is left, however much was to be asked together', async () => {
    const { store, calls } = storeOf(100)
    const paid = meteredStore(store, budgetOf({ work: 5_000 }))
    const asked = await Promise.allSettled(Array.from({ length: 500 }, () => ask(paid)))
    assert.ok(asked.some(({ status }) => status === 'rejected'))
    assert.ok(calls() < 20, `${calls()} of 500 calls were made`)
  })

  it('comes whole to all who ask while enough is left', async () => {
    const { store, calls } = storeOf(1)
    const paid = meteredStore(store, budgetOf({}))
    await Promise.all(Array.from({ length: 100 }, () => ask(paid)))
    assert.equal(calls(), 100)
  })
})

describe('the store of a request', () => {
  /** A store that notes what is done, in order. */
  const noted = () => {
    const done: string[] = []
    const write = async (tenant: string) => {
      done.push(`write of ${tenant}`)
      return { kind: 'written', seqs: new Map([['e', 1]]) }
    }
    const lists = async () => Promise.reject(new Error('no'))
    return { done, store: fakeStore({ write, lists }) }
  }
  const changes = {} as Changes

  it('does what is around a call in one order: budget, presence, the call with its tenant, timed, and who follows', async () => {
    const { done, store } = noted()
    const budget: Budget = { spend: () => void done.push('spend'), hold: () => void done.push('hold'), over: null }
    const presence: NonNullable<GraphStore['presence']> = {
      failWhenDisconnected: (answer) => {
        done.push('presence')
        return answer
      },
    }
    const timed = () => (call: string) => void done.push(`timed ${call}`)
    const written = (tenant: string, what: Pick<Changes, 'events'>, seqs: ReadonlyMap<string, number>) =>
      void done.push(`told of ${tenant} ${what === changes} ${seqs.get('e')}`)
    const own = requestStore(store, { tenant: tenantFor('t'), budget, presence, timed, written })
    assert.deepEqual(await own.write(changes), { kind: 'written', seqs: new Map([['e', 1]]) })
    assert.deepEqual(done, ['spend', 'write of t', 'presence', 'timed write', 'told of t true 1', 'spend', 'hold'])
  })

  it('makes no call once its signal is aborted, and times one that fails', async () => {
    const { done, store } = noted()
    const timed = () => (call: string) => void done.push(`timed ${call}`)
    const signal = AbortSignal.abort(new Error('gone'))
    const own = requestStore(store, { tenant: tenantFor('t'), timed })
    await assert.rejects(own.lists([]), /^Error: no$/)
    assert.deepEqual(done, ['timed lists'])
    const aborted = requestStore(store, { tenant: tenantFor('t'), signal, timed })
    await assert.rejects(aborted.write(changes), /^Error: gone$/)
    assert.deepEqual(done, ['timed lists'])
  })
})
