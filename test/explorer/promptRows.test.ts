import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../support/properties.ts'
import { promptRows } from '../../src/explorer/tree/prompts/promptRows.ts'
import { line, listed, prompt } from './support/anyPrompts.ts'
import { siblingsOf } from '../../src/explorer/tree/siblings.ts'

describe('the rows of a tree of prompts', () => {
  it('has each prompt once, whatever is folded, and nothing is lost in a fold', () => {
    fc.assert(
      fc.property(line, fc.array(fc.nat(40)), (nodes, folds) => {
        const prompts = listed(nodes)
        const toggled = new Set(folds.map((at) => `p${at}`))
        const last = prompts.filter(({ branch }) => branch.id === 'b1').at(-1)
        const rows = promptRows(prompts, last ? last.loop.last.id : null, toggled)
        const sum = rows.reduce((all, { sums }) => all + sums.prompts, 0)
        assert.equal(sum, prompts.length)
        assert.equal(
          rows.reduce((all, { sums }) => all + sums.calls, 0),
          prompts.length,
        )
        assert.equal(new Set(rows.map((row) => row.prompt.id)).size, rows.length)
        // The trunk stands at the outermost lane, and is never folded away.
        const trunk = prompts.filter(({ branch }) => branch.id === 'b1').map(({ id }) => id)
        const shown = rows.filter(({ isTrunk }) => isTrunk)
        assert.deepEqual(
          shown.map((row) => row.prompt.id),
          trunk,
        )
        assert.ok(shown.every(({ lane }) => lane === 0))
        assert.ok(rows.every(({ lane, passing }) => passing.every((each) => each < lane || lane === 0)))
        const whole = promptRows(prompts, null, toggled, true)
        assert.deepEqual(
          whole.map((row) => row.prompt.id),
          prompts.map(({ id }) => id),
        )
        assert.equal(siblingsOf(rows.map((row) => ({ level: row.lane + 1 }))).length, rows.length)
      }),
    )
  })

  it('parts a branch from the prompt above, and folds one of more than three prompts', () => {
    const prompts = [
      prompt('a', null, 'main'),
      prompt('x', 'a', 'side'),
      prompt('y', 'x', 'side'),
      prompt('z', 'y', 'deep'),
      prompt('w', 'y', 'side'),
      prompt('b', 'a', 'now'),
      prompt('c', 'b', 'now'),
    ]
    const drawn = (toggled: readonly string[] = []): readonly string[] =>
      promptRows(prompts, 'end c', new Set(toggled)).map(({ prompt: { id }, lane, isOpen, sums }) => {
        const fold = isOpen === null ? '' : isOpen ? ' open' : ` ${sums.prompts}`
        return `${'-'.repeat(lane)}${id}${fold}`
      })
    assert.deepEqual(drawn(), ['a', '-x 4', 'b', 'c'])
    assert.deepEqual(drawn(['x']), ['a', '-x open', '-y', '--z', '-w', 'b', 'c'])
    // After a rewind, what lies behind the current end is no trunk.
    const back = promptRows(prompts, 'end b', new Set(['x']))
    assert.deepEqual(
      back.filter(({ isTrunk }) => isTrunk).map((row) => row.prompt.id),
      ['a', 'b'],
    )
  })
})
