import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../support/properties.ts'
import { memoryScratch } from '../../src/formats/scratch.ts'
import { openScratch } from '../../src/storage/scratch.ts'

const key = fc.integer({ min: 0, max: 40 }).map(String)
const step = fc.oneof(
  fc.record({ does: fc.constant('set' as const), key, value: fc.integer() }),
  fc.record({ does: fc.constant('get' as const), key }),
  fc.record({ does: fc.constant('delete' as const), key }),
)

describe('a scratch in the database', () => {
  it('answers as one in memory does, also when most of it lies in the database', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const scratch = openScratch(4)
        const [spilling, plain] = [scratch.map<number>('m'), memoryScratch().map<number>('m')]
        for (const one of steps) {
          if (one.does === 'get') assert.equal(spilling.get(one.key), plain.get(one.key))
          else
            for (const map of [spilling, plain])
              if (one.does === 'set') map.set(one.key, one.value)
              else map.delete(one.key)
        }
        assert.deepEqual(new Map([...spilling.entries()].sort()), new Map([...plain.entries()].sort()))
        scratch.close()
      }),
    )
  })
  it('keeps maps apart and gives the same one for the same name', () => {
    const scratch = openScratch(2)
    for (let i = 0; i < 9; i++) scratch.map<number>('a').set(String(i), i)
    assert.equal(scratch.map<number>('a').get('0'), 0)
    assert.equal(scratch.map<number>('b').get('0'), undefined)
    scratch.close()
  })
})
