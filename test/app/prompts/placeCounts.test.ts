import assert from 'node:assert/strict'
import { it } from 'node:test'
import { countsTo, promptNumber } from '../../../src/app/prompts/placeCounts.ts'
import { noCounts } from '../../../src/domain/prompts/loop.ts'
import { tree } from '../../support/tree/drawing.ts'

const { observations: nodes } = tree('u a<u n<a v<n w<a', {
  a: { role: 'ASSISTANT', blocks: [{ type: 'toolCall', callId: 'k', name: 'ls', input: {} }], answerId: 'x' },
  n: { kind: 'NOTE' },
})
const node = (id: string) => nodes.get(id)!

it('a prompt has its number among those of its path, and what is no prompt has none', () => {
  assert.deepEqual(
    ['u', 'a', 'n', 'v', 'w'].map((id) => promptNumber(node(id))),
    [1, null, null, 2, 2],
  )
})

it('what is counted along a path is all that stands on it, itself included', () => {
  assert.equal(countsTo(null), noCounts)
  const { usage, ...counts } = countsTo(node('v'))
  assert.deepEqual(counts, { turns: 3, calls: 1, failures: 0, declined: 0, notes: 1 })
  assert.deepEqual([usage.answers, countsTo(node('u')).usage.answers, countsTo(node('u')).turns], [1, 0, 1])
})
