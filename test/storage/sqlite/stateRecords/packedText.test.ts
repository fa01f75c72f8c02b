import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect } from '../../../../src/storage/sqlite/connection/connection.ts'
import { packedText, unpackedSql, unpackedText } from '../../../../src/storage/sqlite/stateRecords/packedText.ts'
import fc from '../../../support/properties.ts'

const tools = JSON.stringify({
  tools: Array.from({ length: 200 }, (_, k) => ({ name: `tool ${k}`, about: 'né 𝄞 \0' })),
})

describe('a long text of JSON in the file', () => {
  it('is packed, takes less, and is the same once it is unpacked', () => {
    const packed = packedText(tools)
    assert.ok(packed.length < tools.length / 3, `${packed.length} of ${tools.length}`)
    assert.equal(unpackedText(packed), tools)
  })

  it('is left as it is where packing saves no page', () => {
    const [short, noise] = [JSON.stringify('a'.repeat(4000)), JSON.stringify(randomDigits(9000))]
    for (const text of ['null', '""', short, noise]) assert.equal(packedText(text), text)
  })

  it('is the same, whatever it says', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(400), (drawn, times) => {
        const text = JSON.stringify(Array.from({ length: times }, () => drawn))
        assert.equal(unpackedText(packedText(text)), text)
      }),
    )
  })

  it('is read by SQL, packed or not', () => {
    const connection = connect(':memory:', 'writer')
    for (const text of [tools, '"z"', 'null'])
      assert.deepEqual(connection.get(`SELECT ${unpackedSql('?1')}`, packedText(text)), [text])
    connection.close()
  })
})

/** Digits that do not repeat: base64 of what is left of them is longer than they are. */
function randomDigits(length: number): string {
  let [state, text] = [1, '']
  while (text.length < length) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    text += String.fromCharCode(33 + ((state >>> 16) % 90))
  }
  return text.replaceAll(/["\\]/g, 'x')
}
