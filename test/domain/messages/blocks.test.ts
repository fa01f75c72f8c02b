import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { label, textOf } from '../../../src/domain/messages/blocks.ts'

describe('labels (E-9)', () => {
  it('folds white space, counts code points and marks what it cut', () => {
    assert.equal(label('  a\n\t b  ', 60), 'a b')
    assert.equal(label('😀'.repeat(61), 60), `${'😀'.repeat(60)}…`)
    assert.equal(label('x'.repeat(60), 60), 'x'.repeat(60))
  })

  it('are those of the whole text, however much white space stands in it', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'é', '😀') })
    const space = fc.string({ unit: fc.constantFrom(' ', '\n', '\u00a0'), maxLength: 400 })
    const text = fc.array(fc.tuple(space, word)).map((parts) => parts.flat().join(''))
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 60 }), (given, length) => {
        const points = Array.from(given.trim().replaceAll(/\s+/gu, ' '))
        const expected = points.length > length ? `${points.slice(0, length).join('')}…` : points.join('')
        assert.equal(label(given, length), expected)
      }),
    )
  })

  it('joins text blocks and tells none from an empty one', () => {
    assert.equal(
      textOf([
        { type: 'text', text: 'a' },
        { type: 'thinking', thinking: 'x' },
        { type: 'text', text: 'b' },
      ]),
      'ab',
    )
    assert.equal(textOf([{ type: 'other', value: 1 }]), null)
    assert.equal(textOf([{ type: 'text', text: '' }]), '')
  })
})
