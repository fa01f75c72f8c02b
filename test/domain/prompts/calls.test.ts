import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { callsOf, signOf } from '../../../src/domain/prompts/calls.ts'
import { anyPath, call, pathOf, result, text, turn, type Said } from './support.ts'

const calls = (said: readonly Said[], running: readonly string[] = []) =>
  callsOf(pathOf(said), (callId) => running.includes(callId))
const strip = (said: readonly Said[], running?: readonly string[]) =>
  calls(said, running)
    .map(({ state }) => signOf(state))
    .join('')

describe('the calls of a path', () => {
  it('have what came of them, whoever answers and in whatever order', () => {
    const asks = turn('ASSISTANT', call('a'), call('b'), call('c'))
    assert.equal(strip([asks, turn('TOOL', result('b', 'no', true)), turn('USER', result('a'))]), '.x?')
    assert.equal(strip([asks, turn('TOOL', result('c', 'User rejected it', true))], ['a']), '+?-')
    assert.deepEqual(calls([]), [])
  })

  it('take a result for the newest open call of its id, and a result of none for nothing', () => {
    const said = [
      turn('TOOL', result('a')),
      turn('ASSISTANT', call('a')),
      turn('ASSISTANT', call('a')),
      turn('TOOL', result('a')),
    ]
    assert.deepEqual(
      calls(said).map(({ state, depth, resultDepth }) => [state, depth, resultDepth]),
      [
        ['UNANSWERED', 1, null],
        ['DONE', 2, 3],
      ],
    )
    assert.equal(strip([...said, turn('TOOL', result('a', 'no', true), result('a'))]), 'x.')
  })

  it('that are answered run no more', () => {
    assert.equal(strip([turn('ASSISTANT', call('a')), turn('TOOL', result('a'))], ['a']), '.')
  })

  it('have what was said since the call before, of one prompt', () => {
    const said = [
      turn('ASSISTANT', text('I look'), call('a'), call('b')),
      turn('ASSISTANT', text('first')),
      turn('ASSISTANT', text('then')),
      turn('ASSISTANT', call('c')),
      turn('ASSISTANT', text('Done')),
      turn('USER', text('More')),
      turn('ASSISTANT', call('d')),
    ]
    assert.deepEqual(
      calls(said).map((one) => one.text),
      ['I look', '', 'then', ''],
    )
  })

  it('are all calls that were made, in order, and each has one result at most', () => {
    fc.assert(
      fc.property(anyPath, (said) => {
        const path = pathOf(said)
        const found = callsOf(path)
        assert.deepEqual(
          found.map(({ callId, depth }) => [callId, depth]),
          path.flatMap((node) => node.calls.map(({ callId }) => [callId, node.depth])),
        )
        const answered = found.filter(({ resultDepth }) => resultDepth !== null)
        assert.ok(answered.every(({ depth, resultDepth }) => resultDepth !== null && resultDepth > depth))
        assert.ok(answered.length <= path.reduce((sum, { results }) => sum + results.length, 0))
        assert.ok(found.every(({ state, resultDepth }) => (state === 'UNANSWERED') === (resultDepth === null)))
      }),
    )
  })
})
