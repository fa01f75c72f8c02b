import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countUpTo, lazyPage } from '../../../src/app/read/lazyPage.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { defaultLimits } from '../../../src/config/defaults.ts'

/** Numbers from 1, and how many of them were read. */
function numbers(count: number) {
  const state = { read: 0 }
  const items = (async function* () {
    while (state.read < count) yield await Promise.resolve(++state.read)
  })()
  return { state, items }
}
const page = (count: number, size: number, isContinued = false) => {
  const { state, items } = numbers(count)
  const cursor = (item: number, next: number | null) => `${item}>${next}`
  const walk = { size, isContinued, items, cursor, totalCount: () => Promise.resolve(count) }
  return lazyPage(walk, (item) => `item ${item}`).then((made) => ({ made, state }))
}

describe('a page of a walk', () => {
  it('has so many items, and knows of one more whether there is a next page', async () => {
    const { made, state } = await page(5, 3)
    assert.deepEqual(
      made.items.map(({ item }) => item),
      ['item 1', 'item 2', 'item 3'],
    )
    assert.deepEqual([made.hasNextPage, made.hasPreviousPage, await made.totalCount(), state.read], [true, false, 5, 4])
  })

  it('is the last one where nothing follows', async () => {
    const { made } = await page(3, 3, true)
    assert.deepEqual([made.items.length, made.hasNextPage, made.hasPreviousPage], [3, false, true])
    assert.deepEqual((await page(0, 3)).made.items, [])
  })

  it('has cursors that know the next item', async () => {
    const cursors = async (count: number) => (await page(count, 2)).made.items.map(({ cursor }) => cursor)
    assert.deepEqual(
      [await cursors(3), await cursors(2)],
      [
        ['1>2', '2>3'],
        ['1>2', '2>null'],
      ],
    )
  })
})

it('a walk is counted up to the limit, and no further', async () => {
  const scope = { limits: { ...defaultLimits, count: 3 } } as Scope
  assert.deepEqual([await countUpTo(scope, numbers(0).items), await countUpTo(scope, numbers(3).items)], [0, 3])
  const { state, items } = numbers(100)
  assert.deepEqual([await countUpTo(scope, items), state.read], [null, 4])
})
