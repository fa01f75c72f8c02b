import assert from 'node:assert/strict'
import { it } from 'node:test'
import { erasedGroups, isInErased } from '../../../src/domain/erasure/erasedGroups.ts'

const erased = { by: 'e1', begins: false, titled: false, failed: 0, declined: 0 }
const node = (groupStart: number | null, isErased = false) => ({ place: { groupStart }, ...(isErased && { erased }) })

it('what was erased takes its whole tool group along, and no other node', () => {
  const path = [node(null), node(1), node(1, true), node(3), node(null, true), node(4, true)]
  const groups = erasedGroups(path)
  assert.deepEqual([...groups], [1, 4])
  assert.deepEqual(
    path.map((one) => isInErased(one, groups)),
    [false, true, true, false, true, true],
  )
  assert.deepEqual(erasedGroups([]), new Set())
  assert.ok(!isInErased(node(0), erasedGroups([node(null, true)])))
})
