/** The lint rule that finds promises for which nobody waits. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { awaitedPromises } from '../../scripts/lint/awaitedPromises.ts'
import { lintFindings } from '../support/lintFindings.ts'

const known = `interface Promise<T> { then(): T; finally(last: (() => void) | null): Promise<T> }
declare function each(does: () => void): void; declare function wait(does: () => void | Promise<void>): void
declare class Timer { constructor(does?: (at: number) => void) }
declare function form(does: (done: () => void) => void): void; declare function form(does: () => Promise<void>): void
declare const later: () => Promise<void>; declare const now: () => void; declare const any: (does: unknown) => void`

const countIn = (code: string) => lintFindings(awaitedPromises, known, code).length

describe('the rule awaited-promises', () => {
  it('finds a function that returns a promise where nothing is wanted back, of a call and of a construction', () => {
    assert.equal(countIn('each(later)'), 1)
    assert.equal(countIn('each(() => later())'), 1)
    assert.equal(countIn('new Timer(() => later())'), 1)
  })

  it('takes what is waited for, what returns nothing, and what finally is given', () => {
    for (const code of [
      'wait(later)',
      'each(now)',
      'each(() => void later())',
      'any(later)',
      'form(later)',
      'later().finally(later)',
    ])
      assert.equal(countIn(code), 0, code)
  })
})
