import assert from 'node:assert/strict'
import { it } from 'node:test'
import { nothingCounted, shapeOf } from '../../../src/app/integrity/tally.ts'

it('a shape that was counted stands on what is above it; branches are of the conversation alone', () => {
  const tally = { ...nothingCounted, nodes: 3, roots: 1, toolCalls: 2, branchPoints: 4, versionPoints: 5 }
  const above = { nodes: 10, roots: 1, toolCalls: 7 }
  assert.deepEqual(shapeOf(tally, above), { nodes: 13, roots: 2, toolCalls: 9, branchPoints: 4, versionPoints: 5 })
  assert.deepEqual(shapeOf(nothingCounted, above), { ...above, branchPoints: 0, versionPoints: 0 })
})
