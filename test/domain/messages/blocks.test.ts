import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { label, textOf, hashedBlocks, soundBlocks } from '../../../src/domain/messages/blocks.ts'
import type { Block } from '../../../src/domain/model.ts'

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

it('blocks are kept as they are, and what is no block is kept as another one, hashed as it was', () => {
  const blocks: Block[] = [
    { type: 'text', text: 'a' },
    { type: 'other', value: 1 },
  ]
  assert.equal(soundBlocks(blocks), blocks)
  const odd = ['[object Object]', false, {}, null, { type: 'constructor' }, blocks[0]] as Block[]
  assert.deepEqual(
    soundBlocks(odd).map(({ type }) => type),
    ['other', 'other', 'other', 'other', 'other', 'text'],
  )
  assert.deepEqual(hashedBlocks(soundBlocks(odd)), odd)
  assert.equal(hashedBlocks(blocks), blocks)
})
