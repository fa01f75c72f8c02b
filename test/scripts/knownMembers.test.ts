/** The lint rule that finds members of options which nobody reads. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { knownMembers } from '../../scripts/lint/knownMembers.ts'
import { lintFindings } from '../support/lintFindings.ts'

const known = `interface Options { readonly retry?: number; readonly name?: string }
interface Other { readonly patience?: number }
declare function open(options: Options): void; declare function wait(options: Other): void
declare function take(any: { [name: string]: number }): void; declare function either(options: Options | Other): void
declare const given: Options; declare const isOn: boolean`

/** What the rule says of a piece of code: the members that nobody reads. */
const foundIn = (code: string) =>
  lintFindings(knownMembers, known, code).map((line) => /Nobody reads "(.*?)"/.exec(line)?.[1] ?? line)

describe('the rule known-members', () => {
  it('finds a member that comes by a constant, and that no type knows where that goes', () => {
    assert.deepEqual(foundIn('const options = { patience: 1, name: "a" }; open(options)'), ['patience'])
    assert.deepEqual(foundIn('const options = { patience: 1 }; open({ ...options })'), ['patience'])
    assert.deepEqual(
      foundIn('const options = { "patience": 1 }; new (class { constructor(own: Options) {} })(options)'),
      ['patience'],
    )
  })

  it('finds one that comes by a spread of a literal', () => {
    assert.deepEqual(foundIn('open({ ...given, ...{ patience: 1 } })'), ['patience'])
    assert.deepEqual(foundIn('open({ ...{ retry: 1 }, name: "a" })'), [])
  })

  it('takes what one of the places knows that a constant goes to, or one type of a union', () => {
    assert.deepEqual(foundIn('const options = { patience: 1, retry: 2 }; open(options); wait(options)'), [])
    assert.deepEqual(foundIn('const options = { patience: 1 }; either(options)'), [])
  })

  it('takes a constant that says its type, that is read otherwise too or goes nowhere, and what may have any member', () => {
    for (const code of [
      'const options: { patience: number } = { patience: 1 }; open(options)',
      'const options = { patience: 1 }; open(options); options.patience',
      'const options = { patience: 1 }',
      'const options = { patience: 1 }; take(options)',
      'const options = { "--patience": 1 }; open(options as Options)',
    ])
      assert.deepEqual(foundIn(code), [], code)
  })
})
