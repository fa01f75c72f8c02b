import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { distinctNames, type OwnName } from '../../../src/domain/prompts/branchNames.ts'
import fc from '../../support/properties.ts'

const branch = (name: string, more: Partial<OwnName> = {}): OwnName => ({
  ...{ name, named: false, prompt: 1, turn: 2, from: 0 },
  ...more,
})
const main = branch('main', { turn: 1, from: null })
const named = (name: string, more: Partial<OwnName> = {}) => branch(name, { named: true, ...more })

describe('the names of branches', () => {
  it('stay as they are where no two are alike', () => {
    assert.deepEqual(distinctNames([main, branch('answer 2'), named('retry')]), ['main', 'answer 2', 'retry'])
  })

  const cases: readonly (readonly [string, readonly OwnName[], readonly string[]])[] = [
    [
      'say which prompt is answered',
      [main, branch('answer 2', { prompt: 3 }), branch('answer 2', { prompt: 14 }), branch('answer 3', { prompt: 14 })],
      ['main', 'answer 2 of prompt 3', 'answer 2 of prompt 14', 'answer 3'],
    ],
    [
      'say which branch they part from where the prompts have one number',
      [
        ...[main, branch('answer 2'), branch('answer 2', { prompt: 2, turn: 4 })],
        branch('answer 2', { prompt: 2, turn: 4, from: 1 }),
      ],
      [
        ...['main', 'answer 2 of prompt 1', 'answer 2 of prompt 2 in main'],
        'answer 2 of prompt 2 in answer 2 of prompt 1',
      ],
    ],
    [
      'say the turn where they part from one branch in the loop of one prompt',
      [main, branch('answer 2', { turn: 5 }), branch('answer 2', { turn: 9 })],
      ['main', 'answer 2, turn 5', 'answer 2, turn 9'],
    ],
    [
      'have the prompt behind words, or the start',
      [main, branch('wait longer', { prompt: 2 }), branch('wait longer', { prompt: 0 })],
      ['main', 'wait longer (prompt 2)', 'wait longer (at the start)'],
    ],
    [
      'that people gave are the oldest one’s, whatever is derived',
      [main, branch('retry', { prompt: 4 }), named('retry', { prompt: 5 }), named('Retry', { prompt: 6 })],
      ['main', 'retry (prompt 4)', 'retry', 'Retry (prompt 6)'],
    ],
    [
      'have a number where all else is the same',
      [main, branch('main', { turn: 1, from: null }), named('x'), named('x'), branch('answer 2'), branch('answer 2')],
      ['main', 'main 2', 'x', 'x 2', 'answer 2', 'answer 2 (2)'],
    ],
    [
      'take no name that a person gave another one',
      [main, branch('answer 2'), branch('answer 2', { prompt: 3, turn: 6 }), named('answer 2 of prompt 3')],
      ['main', 'answer 2 of prompt 1', 'answer 2 of prompt 3, turn 6', 'answer 2 of prompt 3'],
    ],
  ]
  for (const [what, branches, names] of cases)
    it(what, () => {
      assert.deepEqual(distinctNames(branches), names)
    })

  it('are distinct, whatever they are, and keep what was given', () => {
    const word = fc.constantFrom(
      'main',
      'answer 2',
      'answer 2 2',
      'answer 2 of prompt 1',
      'x',
      'X',
      'x\u200b',
      'x 2',
      'x (prompt 1)',
    )
    const any = fc.array(
      fc.record({
        ...{ name: word, named: fc.boolean(), prompt: fc.nat(2), turn: fc.nat(3) },
        from: fc.option(fc.nat(3)),
      }),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(any, (branches) => {
        const names = distinctNames(branches)
        const looks = names.map((name) => name.replaceAll('\u200b', '').toLowerCase())
        assert.equal(new Set(looks).size, branches.length, names.join(' · '))
        names.forEach((name, at) => assert.ok(name.startsWith(branches[at]?.name ?? '?'), name))
      }),
    )
  })
})
