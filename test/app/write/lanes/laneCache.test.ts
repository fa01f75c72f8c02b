import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { laneCache } from '../../../../src/app/write/lanes/laneCache.ts'

const lanesOf = (keep: number) => {
  let made = 0
  const lanes = laneCache(keep, () => ({ number: ++made, waiting: 0 }))
  return { lanes, made: () => made }
}

describe('kept lanes', () => {
  it('are the same for the same conversation, until more than are kept were used since', () => {
    const { lanes, made } = lanesOf(10)
    const first = lanes.of('t', 'c')
    for (let n = 0; n < 9; n++) lanes.of('t', `${n}`)
    assert.equal(lanes.of('t', 'c'), first)
    for (let n = 0; n < 20; n++) lanes.of('t', `more ${n}`)
    assert.notEqual(lanes.of('t', 'c'), first)
    assert.equal(made(), 31)
  })

  it('stay while somebody waits in them', () => {
    const { lanes } = lanesOf(3)
    const first = lanes.of('t', 'c')
    first.waiting = 1
    for (let n = 0; n < 20; n++) lanes.of('t', `${n}`)
    assert.equal(lanes.of('t', 'c'), first)
  })

  it('of a tenant with few are not forgotten for one that uses many, before or after', () => {
    const { lanes } = lanesOf(100)
    const before = lanes.of('modest', 'before')
    for (let n = 0; n < 1_000; n++) lanes.of('greedy', `${n}`)
    const after = lanes.of('modest', 'after')
    for (let n = 0; n < 1_000; n++) lanes.of('greedy', `again ${n}`)
    assert.equal(lanes.of('modest', 'before'), before)
    assert.equal(lanes.of('modest', 'after'), after)
  })
})
