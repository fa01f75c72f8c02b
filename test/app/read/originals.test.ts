import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Observation } from '../../../src/domain/model.ts'
import { originalOf } from '../../../src/app/read/originals.ts'
import type { Reads } from '../../../src/app/read/reads.ts'
import { fakeReads } from '../../support/fakes.ts'

/** Reads of a store whose observations are copies as they are named: "a b" is a copy of b. */
function copies(...said: readonly string[]): { readonly reads: Reads; readonly at: (id: string) => Observation } {
  const known = new Map(
    said.map((one) => {
      const [id = '', copyOf = null] = one.split(' ')
      return [id, { id, copyOf } as Observation]
    }),
  )
  const reads = fakeReads({ observation: (id: string) => Promise.resolve(known.get(id) ?? null) })
  return { reads, at: (id) => known.get(id) as Observation }
}

describe('the search for the original of a copy', () => {
  it('follows copies of copies, as far as they are there', async () => {
    const { reads, at } = copies('a', 'b a', 'c b', 'd gone')
    assert.equal(await originalOf(reads, at('c')), 'a')
    assert.equal(await originalOf(reads, at('a')), 'a')
    assert.equal(await originalOf(reads, at('d')), 'gone')
  })

  it('ends in a circle, which a damaged store may hold', async () => {
    const { reads, at } = copies('a a', 'b c', 'c b', 'd b')
    assert.equal(await originalOf(reads, at('a')), 'a')
    assert.ok(['b', 'c'].includes(await originalOf(reads, at('b'))))
    assert.ok(['b', 'c'].includes(await originalOf(reads, at('d'))))
  })
})
