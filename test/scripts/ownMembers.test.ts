/** The lint rule that finds members of plain objects which any text may name. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ownMembers } from '../../scripts/lint/ownMembers.ts'
import { lintFindings } from '../support/lintFindings.ts'

const known =
  'declare const table: { [name: string]: number }; declare const name: string; declare const one: "a" | "b"; declare const list: number[]; declare const at: number;'

/** What the rule says of a piece of code, by the way out that it names. */
const foundIn = (code: string) =>
  lintFindings(ownMembers, known, code).map((line) =>
    line.includes('own(), ') ? 'read' : line.includes('setOwn(), ') ? 'set' : line.includes('`in`') ? 'asked' : line,
  )

describe('the rule own-members', () => {
  it('finds what a text looks up, whatever its type is said to be', () => {
    assert.deepEqual(foundIn('table[name]'), ['read'])
    assert.deepEqual(foundIn('table[name as "a"]'), ['read'])
    assert.deepEqual(foundIn('table[`${name}s`]'), ['read'])
    assert.deepEqual(foundIn('const { [name]: found } = table'), ['read'])
    assert.deepEqual(foundIn('let found: number; ({ [name]: found } = table)'), ['read'])
    assert.deepEqual(foundIn('name in table'), ['asked'])
  })

  it('finds what a text sets', () => {
    assert.deepEqual(foundIn('table[name] = 1'), ['set'])
    assert.deepEqual(foundIn('table[name]++'), ['set'])
    assert.deepEqual(foundIn('delete table[name]'), ['set'])
    assert.deepEqual(foundIn('(table[name]!) ??= 1'), ['set'])
    assert.deepEqual(foundIn('for (const each in { b: 1 }) table[each] = 1'), ['set'])
  })

  it('takes a look-up that was checked before, in the same function', () => {
    assert.deepEqual(foundIn('const find = () => Object.hasOwn(table, name) ? table[name] : null'), [])
    assert.deepEqual(foundIn('const check = () => Object.hasOwn(table, name); const find = () => table[name]'), [
      'read',
    ])
  })

  it('takes places in lists, names of a union, constants of a list right there, and what is gone through', () => {
    for (const code of ['list[at]', 'table[one]', 'table["a"]', 'name.length', 'for (const each in table) table[each]'])
      assert.deepEqual(foundIn(code), [], code)
    assert.deepEqual(foundIn('["a", "b"].map((each: string) => table[each])'), [])
    assert.deepEqual(foundIn('for (const each of ["a", "b"]) table[each]'), [])
    assert.deepEqual(foundIn('["a", name].map((each: string) => table[each])'), ['read'])
  })
})
