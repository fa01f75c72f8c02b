import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { itemUnderWay, stepsOf } from '../../../src/domain/prompts/steps.ts'
import { anyPath, call, pathOf, result, text, turn, type Said } from './support.ts'

const calls = (count: number, words = ''): Said[] =>
  Array.from({ length: count }, (_, i) => turn('ASSISTANT', text(i === 0 ? words : ''), call(`c${i}`)))
const shown = (said: readonly Said[]) => stepsOf(pathOf(said)).map((step) => [step.text, step.from, step.to])

describe('the steps of a row', () => {
  it('begin where the agent says something that calls follow, and are called by it', () => {
    const row = [
      turn('USER', text('Do it')),
      ...calls(2, 'First I look.\nThen I see.'),
      turn('TOOL', result('c0')),
      turn('ASSISTANT', text('Now')),
      turn('ASSISTANT', text('Now I write')),
      ...calls(1),
      turn('ASSISTANT', text('Done.')),
    ]
    assert.deepEqual(shown(row), [
      ['First I look.', 0, 3],
      ['Now I write', 4, 7],
    ])
  })

  it('begin at changes of a plan where nothing is said, and are called by what is under way', () => {
    const plan = (step: string) =>
      turn('ASSISTANT', call('p', 'update_plan', { plan: [{ step, status: 'in_progress' }] }))
    const row = [turn('USER', text('Do it')), plan('Read'), ...calls(8), plan('Write'), ...calls(8)]
    assert.deepEqual(shown(row), [
      ['Read', 0, 9],
      ['Write', 10, 18],
    ])
  })

  it('have ten calls each where nothing says what they are for', () => {
    assert.deepEqual(shown([turn('USER', text('Do it')), ...calls(25)]), [
      ['', 0, 10],
      ['', 11, 20],
      ['', 21, 25],
    ])
    assert.equal(shown([turn('USER', text('Do it')), ...calls(12)]).length, 1)
  })

  it('tile their row', () => {
    fc.assert(
      fc.property(anyPath, (said) => {
        const path = pathOf(said)
        const steps = stepsOf(path)
        assert.deepEqual(
          steps.flatMap(({ from, to }) => path.slice(from, to + 1)),
          path,
        )
        assert.deepEqual(
          steps.map(({ id }) => id),
          steps.map(({ from }) => path[from]?.id),
        )
        const withCalls = steps.filter(({ from, to }) => path.slice(from, to + 1).some((node) => node.calls.length > 0))
        assert.ok(steps.length === withCalls.length || steps.length === 1)
      }),
    )
  })
})

describe('the item of a plan that is under way', () => {
  it('is found in the plans of the programs that are known', () => {
    assert.equal(
      itemUnderWay({
        todos: [
          { content: 'A', status: 'completed' },
          { content: 'B', status: 'in_progress' },
        ],
      }),
      'B',
    )
    assert.equal(itemUnderWay({ plan: [{ step: 'C', status: 'in_progress' }] }), 'C')
    assert.equal(itemUnderWay({ plan: [{ step: 'C', status: 'pending' }] }), null)
    assert.equal(itemUnderWay('C'), null)
  })
})
