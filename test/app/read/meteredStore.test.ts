import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createBudget, TooExpensive, type Allowance } from '../../../src/app/read/budget.ts'
import { meteredStore } from '../../../src/app/read/meteredStore.ts'
import type { GraphStore } from '../../../src/storage/graphStore.ts'
import { tenantFor } from '../../support/tenants.ts'

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
  return { store: { lists, counts: async () => [1e9] } as unknown as GraphStore, calls: () => calls }
}
const ask = (store: GraphStore) => store.lists(tenantFor('t'), [])

describe('what the store brings', () => {
  it('is drawn from the budget: rows, and what they hold', async () => {
    const { store } = storeOf(100)
    await assert.rejects(ask(meteredStore(store, budgetOf({ work: 500 }))), TooExpensive)
    await assert.rejects(ask(meteredStore(store, budgetOf({ characters: 9_000 }))), TooExpensive)
    assert.equal((await ask(meteredStore(store, budgetOf({}))))[0]?.length, 100)
  })

  it('is drawn for what a statement counts, too', async () => {
    await assert.rejects(
      meteredStore(storeOf(0).store, budgetOf({ work: 1e6 })).counts(tenantFor('t'), [], 1),
      TooExpensive,
    )
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
