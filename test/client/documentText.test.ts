import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse } from 'graphql'
import { documentText } from '../../src/client/documentText.ts'

describe('an operation as text', () => {
  it('is the text itself, also where codegen made a string with types of it', () => {
    const text = '{ a }'
    assert.equal(documentText(text), text)
    assert.equal(typeof documentText(new String(text)), 'string')
    assert.equal(documentText(new String(text)), text)
  })

  it('is the source of a parsed document', () => {
    assert.equal(documentText(parse('query Q { a # né\n }')), 'query Q { a # né\n }')
  })

  it('is refused where a document has no source, or is none', () => {
    for (const document of [
      parse('{ a }', { noLocation: true }),
      null,
      undefined,
      {},
      7,
      { loc: { source: { body: 7 } } },
    ])
      assert.throws(() => documentText(document), { code: 'BAD_INPUT' })
  })
})
