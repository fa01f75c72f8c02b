import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../../../src/domain/model.ts'
import { ChangeLog } from '../../../src/formats/copilotChat/changeLog.ts'

describe('a log of changes', () => {
  it('changes nothing where a path leads nowhere', () => {
    const paths: readonly (readonly [number, Json, Json?])[] = [
      [1, ['a', 'b'], 1],
      [1, ['l', 9], 1],
      [2, ['s'], [1]],
      [3, ['none']],
      [3, ['l', 0]],
      [1, ['__proto__', 'x'], 1],
      [9, ['l'], 1],
      [1, Array.from({ length: 40 }, () => 'o'), 1],
    ]
    for (const [kind, k, v] of paths) {
      const log = new ChangeLog({ l: [1], s: 'x' }, 1)
      assert.notEqual(log.apply({ kind, k, ...(v !== undefined && { v }) }, 2), null, JSON.stringify([kind, k]))
      assert.deepEqual(log.state(), { l: [1], s: 'x' })
    }
    assert.equal(Object.hasOwn(Object.prototype, 'x'), false)
  })
  it('may replace the whole, set, put on a new list and cut', () => {
    const log = new ChangeLog({}, 1)
    for (const change of [
      { kind: 1, k: [], v: { l: [1, 2] } },
      { kind: 2, k: ['l'], v: [3], i: 1 },
      { kind: 2, k: ['m'], v: [1] },
      { kind: 1, k: ['l', 2], v: 5 },
      { kind: 1, k: ['__proto__'], v: 1 },
    ])
      // prettier-ignore
      assert.equal(log.apply(change, 2), null)
    assert.equal(JSON.stringify(log.state()), '{"l":[1,3,5],"m":[1],"__proto__":1}')
  })
})
