import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  anyDangling,
  danglingRoots,
  importStates,
  lineDigests,
  spawnEnds,
  waitingFor,
} from '../../src/domain/records/importMarks.ts'
import type { Json, Mark } from '../../src/domain/model.ts'
import { faultOf } from '../../src/formats/ndjson/schema.ts'

const state = { head: 'h', title: null, rank: 2, nodes: 3, source: 'CODEX:a', latest: null }
const sound: readonly Mark[] = [
  importStates.mark(state, 'c'),
  importStates.mark({ ...state, head: null, source: null }, 'c'),
  lineDigests.mark({ '1': 'digest', '200': 'other' }, 'c', 'CODEX:a'),
  danglingRoots.mark([{ conversationId: 'c', root: 'r' }], 'parent'),
  anyDangling.mark(true),
  waitingFor.mark(['c'], 'd'),
  spawnEnds.mark({ callers: ['c:1'], sidechains: [] }, 'spawn'),
  { name: 'of a later version', value: { any: ['thing'] } },
]

describe('marks of importers in turngraph’s own form', () => {
  it('are taken as they are written, and unknown ones as they are', () => {
    for (const mark of sound) assert.equal(faultOf('importMark', mark), null, mark.name)
  })

  it('of another shape are refused by their member', () => {
    const odd: readonly Json[] = [null, 1e308, 'x', false, [null], ['x', 1], { nodes: 1 }, { x: 1 }]
    for (const { name } of sound.slice(0, -1))
      for (const value of odd) assert.match(faultOf('importMark', { name, value }) ?? `none of ${name}`, /^value/)
    for (const [member, value] of [
      ['nodes', 2 ** 31],
      ['nodes', -1],
      ['rank', 'x'],
      ['head', 7],
      ['latest', {}],
    ] as const)
      assert.match(
        faultOf('importMark', { name: 'left:c', value: { ...state, [member]: value } }) ?? '',
        new RegExp(`^value\\.${member}: `),
      )
  })
})
