import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from '../../support/properties.ts'
import { sortKey } from '../../../src/domain/tree/sortKey.ts'

it('a key is another one for another text, and every place keeps it as it is', () => {
  assert.equal(sortKey('a é 😀'), 'a é 😀')
  assert.equal(sortKey('\0'), '\\u0000')
  assert.equal(sortKey('\ud800x\udc00'), '\\ud800x\\udc00')
  assert.equal(sortKey('\\u0000'), '\\u005cu0000')
  const unit = fc.constantFrom('\0', '\\', 'u', '0', 'd', '8', '\ud83d', '\ude00', 'é', 'c', '5')
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 8 }), fc.string({ unit, maxLength: 8 }), (a, b) => {
      assert.equal(sortKey(a) === sortKey(b), a === b)
      assert.doesNotMatch(sortKey(a), /\p{Surrogate}|\0/u)
      assert.equal(Buffer.from(sortKey(a)).toString(), sortKey(a))
    }),
  )
})
