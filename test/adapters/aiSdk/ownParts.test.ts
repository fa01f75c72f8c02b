import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ownParts } from '../../../src/adapters/aiSdk/ownParts.ts'

const text = (said: string) => ({ text: said })
const address = (at: string) => ({ uri: `https://a/${at}` })
const more = { more: { state: 'done' } }
const uri = { uri: { mediaType: 'image/png' } }

describe('the blocks of a turn as parts of its message', () => {
  it('are parts by default, in their order, where nothing else is stored', () => {
    assert.deepEqual(ownParts({ blocks: [text('a'), text('b')] }, {}), [
      { block: text('a'), spec: null },
      { block: text('b'), spec: null },
    ])
  })

  it('have the specs that stand in their places', () => {
    assert.deepEqual(ownParts({ blocks: [text('a'), text('b')] }, { parts: [null, more] }), [
      { block: text('a'), spec: null },
      { block: text('b'), spec: more },
    ])
  })

  it('come in the order of the parts, though addresses are stored behind all others', () => {
    const parts = ownParts(
      { blocks: [text('a'), text('b'), address('1'), address('2')] },
      { parts: [uri, null, uri, more] },
    )
    assert.deepEqual(
      parts?.map(({ block }) => block),
      [address('1'), text('a'), address('2'), text('b')],
    )
  })

  it('are none where the message had none, and its turn holds one block to say so', () => {
    assert.deepEqual(ownParts({ blocks: [{ other: { type: 'empty' } }] }, { parts: [] }), [])
  })

  it('are null where the turn has other blocks than it was stored with', () => {
    assert.equal(ownParts({ blocks: [text('a')] }, { parts: [null, null] }), null)
    assert.equal(ownParts({ blocks: [text('a'), text('b')] }, { parts: [null] }), null)
    assert.equal(ownParts({ blocks: [text('a'), text('b')] }, { parts: [] }), null)
    assert.equal(ownParts({ blocks: [text('a'), text('b')] }, { parts: [uri, null] }), null)
    assert.equal(ownParts({ blocks: [text('a'), address('1')] }, { parts: [null, null] }), null)
  })
})
