import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { comparable, parted, type Sided } from '../../../src/domain/messages/diff.ts'

/** `a1` is version 1 of turn a. */
const side = (line: string): Sided[] =>
  line
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ({ original: word, turn: word.slice(0, 1) }))
const told = (base: string, target: string) => {
  const [b, t] = [side(base), side(target)]
  const { baseOnly, targetOnly, changed } = parted(b, t)
  return {
    base: baseOnly.map((i) => b[i]?.original).join(' '),
    target: targetOnly.map((i) => t[i]?.original).join(' '),
    changed: changed.map((pair) => `${b[pair.base]?.original}:${t[pair.target]?.original}`).join(' '),
  }
}

describe('what two sides have apart', () => {
  it('is all that they do not share', () => {
    assert.deepEqual(told('a1 b1', 'c1'), { base: 'a1 b1', target: 'c1', changed: '' })
    assert.deepEqual(told('', ''), { base: '', target: '', changed: '' })
  })

  it('leaves out what both have as copies', () => {
    assert.deepEqual(told('a1 b1', 'b1 c1'), { base: 'a1', target: 'c1', changed: '' })
  })

  it('pairs versions of one turn, the last of each side', () => {
    assert.deepEqual(told('a1 b1 a2', 'b2 a3'), { base: 'a1 b1 a2', target: 'b2 a3', changed: 'b1:b2 a2:a3' })
  })

  it('is swapped when the sides are, and nothing beside itself', () => {
    const words = fc.array(
      fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('1', '2', '3')).map((pair) => pair.join('')),
    )
    fc.assert(
      fc.property(words, words, (one, other) => {
        const [base, target] = [[...new Set(one)].join(' '), [...new Set(other)].join(' ')]
        const [there, back] = [told(base, target), told(target, base)]
        assert.deepEqual([there.base, there.target], [back.target, back.base])
        const swapped = back.changed.split(' ').map((pair) => pair.split(':').reverse().join(':'))
        assert.deepEqual(there.changed.split(' ').sort(), swapped.sort())
        assert.deepEqual(told(base, base), { base: '', target: '', changed: '' })
      }),
    )
  })
})

describe('content to compare', () => {
  it('is text as it is, and every other block by what it holds', () => {
    const call = { type: 'toolCall', callId: 'c', name: 'ls', input: { at: '/' } } as const
    assert.equal(comparable([{ type: 'text', text: 'hello' }]), 'hello')
    assert.match(comparable([{ type: 'text', text: 'hello' }, call]), /^hello\n\[toolCall\]\n\{/)
  })
})
