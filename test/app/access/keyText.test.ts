import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { newKeyText, readKeyText } from '../../../src/app/access/keyText.ts'

describe('a key', () => {
  const { text, key } = newKeyText()

  it('is read back as its id and the hash of its secret, which does not stand in it', () => {
    assert.deepEqual(readKeyText(text), key)
    const secret = text.slice('tg_'.length + 12 + 1, -7)
    assert.equal(key.secretHash, createHash('sha256').update(secret).digest('hex'))
    assert.match(text, /^tg_[a-z2-7]{12}_[\w-]{43}_[\w-]{6}$/)
    assert.ok(!text.includes(key.secretHash))
  })

  it('is another one each time', () => {
    const keys = Array.from({ length: 50 }, newKeyText)
    assert.equal(new Set(keys.map((one) => one.key.id)).size, 50)
    assert.equal(new Set(keys.map((one) => one.key.secretHash)).size, 50)
  })

  it('is none once one of its characters is another one', () => {
    const other = fc.constantFrom(...'abz27AZ_-0 '.split(''))
    fc.assert(
      fc.property(fc.nat(text.length - 1), other, (at, sign) => {
        const changed = text.slice(0, at) + sign + text.slice(at + 1)
        assert.equal(readKeyText(changed) === null, changed !== text)
      }),
    )
  })

  it('is none with anything before or behind it', () => {
    for (const wrong of ['', ` ${text}`, `${text}\n`, text.slice(0, -1), text.toUpperCase(), `Bearer ${text}`])
      assert.equal(readKeyText(wrong), null)
  })
})
