import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { faultOfMark } from '../../../src/formats/ndjson/marks.ts'
import { anyDangling, importStates, waitingFor } from '../../../src/domain/records/importMarks.ts'
import type { Json } from '../../../src/domain/model.ts'

const fault = (name: string, value: Json) => faultOfMark({ name, value })

describe('what a mark says', () => {
  it('is right where it has the form that importers read, with more members too', () => {
    const state = { head: null, title: null, rank: 0, nodes: 3, source: 's', later: true }
    assert.equal(fault(importStates.nameOf('c'), state), null)
    assert.equal(fault(anyDangling.nameOf(), true), null)
    assert.equal(fault(waitingFor.nameOf('c'), []), null)
  })

  it('is wrong by the member at fault', () => {
    assert.match(
      fault(importStates.nameOf('c'), { head: 7, title: null, rank: 0, nodes: 0, source: null }) ?? '',
      /^value\.head: /,
    )
    assert.match(
      fault(importStates.nameOf('c'), { head: null, title: null, rank: 0, nodes: -1, source: null }) ?? '',
      /^value\.nodes: /,
    )
    assert.match(fault(waitingFor.nameOf('c'), ['a', 1]) ?? '', /^value\.1: /)
    assert.match(fault(anyDangling.nameOf(), false) ?? '', /^value: /)
  })

  it('is of no interest where no importer of this version reads it', () => {
    for (const value of [null, 7, { any: [] }] satisfies Json[]) assert.equal(fault('of a later version', value), null)
  })
})
