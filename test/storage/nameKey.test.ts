import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newNameKey } from '../../src/storage/nameKey.ts'

it('a key for names is 64 hex digits, and another one each time', () => {
  const keys = Array.from({ length: 50 }, newNameKey)
  for (const key of keys) assert.match(key, /^[0-9a-f]{64}$/)
  assert.equal(new Set(keys).size, keys.length)
})
