import assert from 'node:assert/strict'
import { it } from 'node:test'
import { own } from '../../src/runtime/own.ts'

it('a table has what it says, and nothing that every object inherits', () => {
  const table: Readonly<Record<string, number>> = { a: 1 }
  assert.equal(own(table, 'a'), 1)
  for (const name of Object.getOwnPropertyNames(Object.prototype)) assert.equal(own(table, name), undefined, name)
})
