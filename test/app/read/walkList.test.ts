import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ReadTooLarge } from '../../../src/storage/graphStore.ts'
import { allOf, walkPages, type PageRequest } from '../../../src/app/read/walkList.ts'

/** A store's list of numbers that tells what it was asked. */
function listOf(length: number) {
  const asked: PageRequest[] = []
  const items = Array.from({ length }, (_, i) => i)
  const read = (page: PageRequest): Promise<number[]> => {
    asked.push(page)
    const from = page.after === null ? 0 : Number(page.after.sort) + 1
    return Promise.resolve(items.slice(from, from + page.limit))
  }
  return { asked, items, read }
}
const place = (item: number) => ({ sort: item, id: String(item) })

describe('a walk through a list', () => {
  for (const length of [0, 1, 2, 3, 4, 5])
    it(`yields each of ${length} once, in order`, async () => {
      const { items, read } = listOf(length)
      assert.deepEqual(await allOf(walkPages(read, place, { limit: 2 })), items)
    })

  it('begins after a place', async () => {
    const { read } = listOf(5)
    assert.deepEqual(await allOf(walkPages(read, place, { limit: 2, after: place(2) })), [3, 4])
  })

  it('yields each once, in order, where the store brings fewer at once than a page has, and is refused where it brings not one', async () => {
    const { read, items } = listOf(11)
    const narrow = (most: number) => async (page: PageRequest) => {
      const some = await read(page)
      if (some.length > most) throw new ReadTooLarge('too large')
      return some
    }
    assert.deepEqual(await allOf(walkPages(narrow(3), place, { limit: 8 })), items)
    await assert.rejects(allOf(walkPages(narrow(0), place, { limit: 8 })), ReadTooLarge)
  })

  it('asks for a page when the one before was taken, and not after a short one', async () => {
    const { asked, read } = listOf(5)
    const walk = walkPages(read, place, { limit: 2 })
    await walk.next()
    assert.equal(asked.length, 1)
    await allOf(walk)
    assert.deepEqual(
      asked.map(({ after }) => after?.sort ?? null),
      [null, 1, 3],
    )
  })
})
