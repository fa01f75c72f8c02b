import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { applyPatch } from 'diff'
import fc from '../../support/properties.ts'
import { textDiff } from '../../../src/app/diffs/textDiff.ts'

describe('the difference of two texts', () => {
  it('is a unified diff of their lines, without a header', () => {
    assert.equal(textDiff('a\nb\nc\n', 'a\nB\nc\n'), '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n')
    assert.equal(textDiff('', 'a'), '@@ -0,0 +1,1 @@\n+a\n\\ No newline at end of file\n')
  })

  it('is empty where they are equal', () => {
    assert.equal(textDiff('', ''), '')
    assert.equal(textDiff('a\n', 'a\n'), '')
  })

  it('makes the one of the other', () => {
    const text = fc.array(fc.constantFrom('a', 'b', '', '-x', '+y', '@@', '\\ No', 'é😀'), { maxLength: 12 })
    fc.assert(
      fc.property(text, text, (base, target) => {
        const [one, other] = [base.join('\n'), target.join('\n')]
        const patch = textDiff(one, other)
        assert.equal(patch === '' ? one : applyPatch(one, `--- base\n+++ target\n${patch}`), other)
      }),
    )
  })

  it('of texts that are all other is the one after the other', () => {
    const lines = (sign: string) => Array.from({ length: 2100 }, (_, k) => `${sign}${k}`).join('\n')
    const drawn = textDiff(lines('a'), lines('b')).split('\n')
    assert.deepEqual([drawn[0], drawn[2099], drawn[2100], drawn[4199]], ['-a0', '-a2099', '+b0', '+b2099'])
  })
})
