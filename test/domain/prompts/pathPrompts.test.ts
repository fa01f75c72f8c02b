import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { noPrompts, packPrompts, promptsAfter, unpackPrompts } from '../../../src/domain/prompts/pathPrompts.ts'
import { call, note, result, text, turn, type Said } from './support.ts'

const after = (...said: Said[]) => said.reduce((above, node, depth) => promptsAfter(above, node, depth), noPrompts)

describe('what the prompts of a path come to', () => {
  it('counts prompts and where the last one stands', () => {
    const path = [turn('USER', text('Do it')), turn('ASSISTANT', text('Yes')), turn('USER', text('More'))]
    assert.deepEqual(after(...path), { ...noPrompts, count: 2, last: 2 })
    assert.deepEqual(after(...path.slice(0, 2)), { ...noPrompts, count: 1, last: 0 })
    assert.deepEqual(after(), noPrompts)
  })

  it('counts failures and what a person declined apart', () => {
    const results = [result('a', 'no', true), result('b'), result('c', 'The user rejected it', true)]
    const { failures, declined, notes } = after(turn('TOOL', ...results), turn('USER', ...results))
    assert.deepEqual([failures, declined, notes], [2, 2, 0])
  })

  it('counts as notes what is shown on request alone', () => {
    const notes = (node: Said) => after(node).notes
    const system = turn('USER', text('<system-reminder>now</system-reminder>'))
    assert.deepEqual([note, turn('SYSTEM', text('Be brief')), system].map(notes), [1, 1, 1])
    assert.deepEqual(
      [
        turn('USER', result('a')),
        turn('USER', call('a')),
        turn('USER', text('Hi')),
        turn('TOOL', result('a')),
        turn('ASSISTANT'),
      ].map(notes),
      [0, 0, 0, 0, 0],
    )
  })

  it('counts of what was erased what it counted before', () => {
    const erased = { by: 'e', begins: true, titled: true, failed: 2, declined: 1 }
    const node = { ...turn('USER', result('a', 'no', true)), erased }
    assert.deepEqual(promptsAfter(noPrompts, node, 4), { count: 1, last: 4, notes: 0, failures: 2, declined: 1 })
  })

  it('is one object below what changes nothing', () => {
    const above = after(turn('USER', text('Do it')))
    assert.equal(promptsAfter(above, turn('ASSISTANT', text('Yes'), call('a')), 1), above)
    assert.equal(promptsAfter(above, turn('TOOL', result('a')), 2), above)
  })

  it('comes back as it was packed', () => {
    assert.equal(packPrompts(noPrompts), undefined)
    assert.deepEqual(unpackPrompts(undefined), noPrompts)
    const sums = fc.record({
      ...{ count: fc.nat(), notes: fc.nat(), failures: fc.nat(), declined: fc.nat() },
      last: fc.option(fc.nat(), { nil: null }),
    })
    fc.assert(fc.property(sums, (given) => assert.deepEqual(unpackPrompts(packPrompts(given)), { ...given })))
  })
})
