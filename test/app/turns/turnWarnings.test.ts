import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { placeWarnings, toolPairWarnings } from '../../../src/app/turns/turnWarnings.ts'
import type { TurnTarget } from '../../../src/app/turns/place/target.ts'
import type { StoreTurn } from '../../../src/app/turns/turnInput.ts'
import type { Block } from '../../../src/domain/model.ts'
import { tree, type Made } from '../../support/tree/drawing.ts'

const call: Block = { type: 'toolCall', callId: 'k', name: 'ls', input: {} }
const result = (callId: string): Block => ({ type: 'toolResult', callId, content: 'ok', isError: false })

describe('a turn below a call', () => {
  const warned = (made: Made) => {
    const { observations: nodes } = tree('a b<a', { a: { role: 'ASSISTANT', blocks: [call] }, b: made })
    return toolPairWarnings(nodes.get('a')!, nodes.get('b')!).map(({ code, details }) => [code, details])
  }

  it('comes with a warning where it leaves the call without a result', () => {
    assert.deepEqual(warned({}), [['OPEN_TOOL_CALL', { callId: 'k' }]])
    assert.deepEqual(warned({ role: 'TOOL', blocks: [result('k')] }), [])
  })

  it('comes with a warning for each result without a call', () => {
    const blocks = [result('k'), result('x'), result('k')]
    assert.deepEqual(warned({ role: 'TOOL', blocks }), [
      ['TOOL_RESULT_WITHOUT_CALL', { callId: 'x' }],
      ['TOOL_RESULT_WITHOUT_CALL', { callId: 'k' }],
    ])
    const { observations: nodes } = tree('b', { b: { role: 'TOOL', blocks: [result('x')] } })
    assert.equal(toolPairWarnings(null, nodes.get('b')!).length, 1)
  })
})

describe('the place of a turn', () => {
  const node = tree('a').observations.get('a')!
  const nowhere: TurnTarget = {
    message: null,
    latest: null,
    inherited: null,
    current: null,
    superseded: null,
    parent: null,
  }
  const warned = (turn: Partial<StoreTurn>, target: Partial<TurnTarget>, left: number) =>
    placeWarnings({ role: 'USER', blocks: [], ...turn }, { ...nowhere, ...target }, left).map(({ code, details }) => [
      code,
      details,
    ])

  it('comes with a warning where more than the replaced turn left the transcript', () => {
    const left = [['TURNS_LEFT_TRANSCRIPT', { leftTranscript: 2 }]]
    assert.deepEqual(warned({}, { current: node }, 2), left)
    assert.deepEqual(warned({ supersedes: 'x' }, { superseded: node }, 2), left)
    assert.deepEqual(warned({}, { current: node }, 1), [])
    assert.deepEqual(warned({}, {}, 2), [])
  })

  it('comes with a warning where it did not take that of what it supersedes', () => {
    assert.deepEqual(warned({ supersedes: 'x' }, {}, 0), [['NOT_IN_ITS_PLACE', { supersedes: 'x' }]])
    assert.deepEqual(warned({ supersedes: 'x', parent: null }, {}, 0), [], 'the caller said where')
    assert.deepEqual(warned({ supersedes: 'x' }, { superseded: node }, 1), [])
    assert.deepEqual(warned({ supersedes: null }, {}, 0), [])
  })
})
