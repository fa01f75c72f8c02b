import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { ifItFits, splitBatch, splitPortions } from '../../../src/app/read/loaders.ts'
import { ReadTooLarge } from '../../../src/storage/graphStore.ts'

/** Answers each key with itself, as long as they hold no more together than so much; one alone always comes. */
function storeOf(most: number, calls: (readonly number[])[]) {
  return (keys: readonly number[]): Promise<number[]> => {
    if (keys.length > 1 && keys.reduce((sum, key) => sum + key, 0) > most)
      return Promise.reject(new ReadTooLarge('too large'))
    calls.push(keys)
    return Promise.resolve([...keys])
  }
}

describe('what is too much to read at once', () => {
  it('is read in parts, in the order asked, each key once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(50)), async (keys) => {
        const calls: (readonly number[])[] = []
        assert.deepEqual(await splitBatch(keys, storeOf(100, calls)), keys)
        assert.deepEqual(calls.flat(), keys)
      }),
    )
  })

  it('is asked for in portions of a weight', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(50)), fc.integer({ min: 1, max: 100 }), async (keys, most) => {
        const calls: (readonly number[])[] = []
        const weightOf = (key: number) => key
        assert.deepEqual(await splitPortions(keys, weightOf, most, storeOf(Infinity, calls)), keys)
        for (const portion of calls)
          assert.ok(portion.length === 1 || portion.reduce((sum, key) => sum + key, 0) <= most)
      }),
    )
  })

  it('is refused where it cannot be parted', async () => {
    const refuse = () => Promise.reject(new ReadTooLarge('too large'))
    await assert.rejects(splitBatch([1], refuse), ReadTooLarge)
    assert.equal(await ifItFits(2, refuse), null)
    await assert.rejects(ifItFits(1, refuse), ReadTooLarge)
  })

  it('is no cover for other faults', async () => {
    const fail = () => Promise.reject(new Error('another fault'))
    await assert.rejects(splitBatch([1, 2], fail), /another fault/)
    await assert.rejects(ifItFits(2, fail), /another fault/)
  })
})
