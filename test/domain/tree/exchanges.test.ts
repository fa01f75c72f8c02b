import assert from 'node:assert/strict'
import { it } from 'node:test'
import { beginsExchange } from '../../../src/domain/tree/exchanges.ts'
import { noPairs } from '../../../src/domain/context/toolPairs.ts'
import type { Block } from '../../../src/domain/model.ts'
import { tree, type Made } from '../../support/tree/drawing.ts'
import { pathOf } from '../../support/tree/plainTree.ts'

const call: Block = { type: 'toolCall', callId: 'k', name: 'ls', input: {} }
const result: Block = { type: 'toolResult', callId: 'k', content: 'ok', isError: false }
const say: Block = { type: 'text', text: 'Go on' }

/** The nodes of a path `a b<a c<b` with which an exchange begins. */
const begin = (made: Record<string, Made>, last: string) => {
  const path = pathOf(
    tree(
      'a b<a c<b d<c'
        .split(' ')
        .slice(0, 'abcd'.indexOf(last) + 1)
        .join(' '),
      made,
    ),
    last,
  )
  return path
    .filter((node, k) => beginsExchange(node, path[k - 1]?.place ?? noPairs))
    .map(({ id }) => id)
    .join('')
}

it('an exchange begins with what a person says, results of the calls above aside', () => {
  const answer = { role: 'ASSISTANT', blocks: [call] } as const
  assert.equal(begin({ b: answer, d: { blocks: [say] } }, 'd'), 'acd')
  assert.equal(begin({ b: answer, c: { blocks: [result] } }, 'c'), 'a')
  assert.equal(begin({ b: answer, c: { role: 'TOOL', blocks: [result] }, d: { blocks: [] } }, 'd'), 'ad')
  assert.equal(begin({ b: answer, c: { blocks: [result, say] } }, 'c'), 'a', 'what brings a result goes on')
  assert.equal(
    begin({ b: { role: 'ASSISTANT' }, c: { blocks: [result, say] } }, 'c'),
    'ac',
    'of no call there is no result',
  )
  assert.equal(begin({ b: { role: 'ASSISTANT' }, c: { blocks: [result] } }, 'c'), 'a')
})

it('an exchange begins with the first numbered turn of a path, whoever speaks', () => {
  assert.equal(begin({ a: { role: 'ASSISTANT' } }, 'a'), 'a')
  assert.equal(begin({ a: { role: 'SYSTEM' }, b: { role: 'ASSISTANT' }, c: { kind: 'NOTE' } }, 'c'), 'b')
})
