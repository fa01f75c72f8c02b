import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { wordsBeginning } from '../../../src/search/sqlite/beginnings.ts'
import { openIndexFile } from '../../../src/search/sqlite/indexFile.ts'
import fc from '../../support/properties.ts'
import { newPath } from '../../storage/sqlite/folder.ts'

const index = openIndexFile(join(newPath(), '..', 'search.db'))
after(() => index.connection.close())

/** Has the index hold these words alone, each in a document of its own. */
function hold(words: readonly string[]): void {
  index.clear()
  for (const [k, word] of words.entries())
    index.connection.run('INSERT INTO documents (rowid, words) VALUES (?, ?)', k + 1, word)
}
const found = (beginning: string) => wordsBeginning(index.connection, beginning)

describe('words of the index that begin so', () => {
  it('are each of them once, in their order', () => {
    hold(['fox', 'dog', 'fox', 'fo', 'foxes', 'g'])
    assert.deepEqual(found('fo'), ['fo', 'fox', 'foxes'])
    assert.deepEqual(found('fox'), ['fox', 'foxes'])
    assert.deepEqual(found('foxy'), [])
  })

  it('are none of an empty index', () => {
    hold([])
    assert.deepEqual(found('a'), [])
  })

  it('are too many from 33 on', () => {
    const words = Array.from({ length: 33 }, (_, k) => `w${String(k).padStart(2, '0')}`)
    hold(words.slice(0, 32))
    assert.equal(found('w')?.length, 32)
    hold(words)
    assert.equal(found('w'), null)
    assert.equal(found('w1')?.length, 10)
  })

  it('are those that a plain look through all words finds', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '中'), minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), word, (words, beginning) => {
        hold(words)
        const plain = [...new Set(words.filter((one) => one.startsWith(beginning)))]
        assert.deepEqual([...(found(beginning) ?? [])].sort(), plain.sort())
      }),
      { numRuns: 30 },
    )
  })
})
