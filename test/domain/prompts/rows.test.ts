import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { callsOf } from '../../../src/domain/prompts/calls.ts'
import { noLoop, sum } from '../../../src/domain/prompts/loop.ts'
import { loopOf, rowsOf } from '../../../src/domain/prompts/rows.ts'
import { anyPath, call, note, pathOf, result, text, turn } from './support.ts'

describe('the rows of a path', () => {
  it('are its prompts, each with what it set off; a result is of its call wherever it stands', () => {
    const path = pathOf([
      turn('SYSTEM', text('Be brief')),
      turn('USER', text('Do it')),
      turn('ASSISTANT', text('I look'), call('a'), call('b', 'read')),
      turn('TOOL', result('b', 'no', true)),
      note,
      turn('USER', text('<system-reminder>now</system-reminder>')),
      turn('USER', text('/review the rest')),
      turn('USER', result('a')),
      turn('ASSISTANT', call('c')),
      turn('TOOL', result('c', "The user doesn't want to proceed with this tool use.", true)),
      turn('ASSISTANT', call('d'), call('e')),
    ])
    const rows = rowsOf(path, (callId) => callId === 'e')
    assert.deepEqual(
      rows.map(({ id, number, from, to }) => [id, number, from, to]),
      [
        ['start', 0, 0, 0],
        ['n1', 1, 1, 5],
        ['n6', 2, 6, 10],
      ],
    )
    assert.deepEqual(
      rows.map(({ loop }) => [loop.strip, loop.turns, loop.calls, loop.failures, loop.declined, loop.notes]),
      [
        ['', 0, 0, 0, 0, 1],
        ['.x', 4, 2, 1, 0, 2],
        ['-?+', 5, 3, 0, 1, 0],
      ],
    )
    assert.deepEqual(rows[1]?.loop.tools, [
      { name: 'bash', calls: 1, errors: 0 },
      { name: 'read', calls: 1, errors: 1 },
    ])
    assert.equal(rows[1].loop.usage.costUsd, 0.25)
  })

  it('tile their path, and add up to what it comes to', () => {
    fc.assert(
      fc.property(anyPath, (said) => {
        const path = pathOf(said)
        const rows = rowsOf(path)
        assert.deepEqual(
          rows.flatMap(({ from, to }) => path.slice(from, to + 1)),
          path,
        )
        const whole = loopOf(path, null, callsOf(path))
        assert.deepEqual(
          rows.reduce((before, { loop }) => sum(before, loop), noLoop),
          whole,
        )
      }),
    )
  })

  it('are the same in a fork up to its point, but for what comes of calls behind it', () => {
    fc.assert(
      fc.property(anyPath, fc.nat(), (said, cut) => {
        const path = pathOf(said)
        const point = path.length === 0 ? 0 : cut % path.length
        const named = (nodes: typeof path) => rowsOf(nodes).map(({ id, number, from }) => ({ id, number, from }))
        const shared = named(path.slice(0, point))
        assert.deepEqual(named(path).slice(0, shared.length), shared)
      }),
    )
  })
})
