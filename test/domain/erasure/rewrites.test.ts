import assert from 'node:assert/strict'
import { it } from 'node:test'
import { noRewrites, weightOfRewrites, type Rewrites } from '../../../src/domain/erasure/rewrites.ts'
import { unplaced } from '../../support/tree/drawing.ts'

it('what an erasure rewrites weighs as much as its rows of every kind', () => {
  assert.equal(weightOfRewrites(undefined), 0)
  assert.equal(weightOfRewrites(noRewrites), 0)
  const some: Rewrites = { ...noRewrites, observations: [unplaced('a'), unplaced('b')], keys: ['k'], recordsIn: ['c'] }
  assert.equal(weightOfRewrites(some), 4)
  const one = Object.fromEntries(Object.keys(noRewrites).map((kind) => [kind, ['x']])) as unknown as Rewrites
  assert.equal(weightOfRewrites(one), Object.keys(noRewrites).length)
})
