import assert from 'node:assert/strict'
import { it } from 'node:test'
import { exitRows } from '../../../../src/storage/neo4j/descendants/exits.ts'
import { given } from '../given.ts'

it('the rows of exits are one for each segment that leaves another; a root segment has none', () => {
  const exit = (segmentId: string, depth: number) =>
    ({ segmentId, depth }) as NonNullable<Parameters<typeof exitRows>[0][number]['exit']>
  const rows = exitRows([
    { id: 'root', exit: null },
    { id: 's1', exit: exit('root', 0) },
    { id: 's2', exit: exit('s1', 2 ** 31) },
  ])
  assert.deepEqual(
    rows.map(({ id, exit: from, depth }) => [id, from, given(depth)]),
    [
      ['s1', 'root', 0n],
      ['s2', 's1', 2_147_483_648n],
    ],
  )
  assert.deepEqual(exitRows([]), [])
})
