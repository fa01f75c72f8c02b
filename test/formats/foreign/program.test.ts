import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { anyObject, firstObject, has } from '../../../src/formats/foreign/program.ts'
import type { JsonObject } from '../../../src/domain/model.ts'
import type { Sample } from '../../../src/formats/reading/sample.ts'
import { fakeOf } from '../../support/fakes.ts'

const sample = (...objects: JsonObject[]) => fakeOf<Sample>('sample', { objects })
const isMarked = (value: JsonObject) => has(value, 'mark')

describe('a form of another program', () => {
  it('is known by any object of the file, or by its first alone', () => {
    const [later, first, none] = [sample({}, { mark: 1 }), sample({ mark: 1 }, {}), sample()]
    assert.deepEqual([later, first, none].map(anyObject(isMarked)), [true, true, false])
    assert.deepEqual([later, first, none].map(firstObject(isMarked)), [false, true, false])
  })
})

describe('the members of a value', () => {
  it('are all there, also those that are null, and none that every object inherits', () => {
    assert.equal(has({ a: null, b: 0 }, 'a', 'b'), true)
    assert.equal(has({ a: 1 }, 'a', 'b'), false)
    assert.equal(has({}, 'constructor'), false)
    assert.equal(has({}), true)
  })
})
