import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { luceneExpression } from '../../../src/search/neo4j/expression.ts'
import type { Words } from '../../../src/domain/search/wordExpression.ts'
import fc from '../../support/properties.ts'

const of = (words: Words, without: string[] = []) => luceneExpression({ words, without })
const word = (text: string): Words => ({ word: text })

describe('an expression in the words of Lucene', () => {
  it('asks for a word, a beginning, all of some and any of some', () => {
    assert.equal(of(word('fox')), '(fox)')
    assert.equal(of({ beginning: 'fo' }), '(fo*)')
    assert.equal(of({ all: [word('red'), { any: [word('fox'), word('dog')] }] }), '((red) AND ((fox) OR (dog)))')
  })

  it('leaves out documents with other words, each', () => {
    assert.equal(of(word('fox'), ['red', 'blue']), '(fox) AND NOT red AND NOT blue')
  })

  it('is nothing where no document can hold it', () => {
    assert.equal(of({ any: [] }), null)
    assert.equal(of({ all: [] }), null)
    assert.equal(of({ all: [word('fox'), { any: [] }] }), null)
    assert.equal(of({ any: [{ any: [] }, word('fox')] }), '((fox))')
    assert.equal(of({ any: [] }, ['red']), null)
  })

  it('has no sign of Lucene in a word, whatever the word holds', () => {
    const signs = '\\+-!(){}[]^"~*?:/&|'
    assert.equal(of(word('a*b'))?.replaceAll('\\', ''), '(a*b)')
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from(signs), 'a', 'é') }), (text) => {
        const written = (of(word(text)) ?? '').slice(1, -1)
        assert.match(written, /^(\\.|[^\\+\-!(){}[\]^"~*?:/&|])*$/, 'each sign has a backslash before it')
        assert.equal(written.replaceAll(/\\(.)/g, '$1'), text)
      }),
    )
  })
})
