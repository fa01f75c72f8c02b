import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { absolutePath, absolutePaths } from '../../../src/adapters/acp/paths.ts'

const refusal = (facts: object) => (thrown: { data?: unknown }) => {
  assert.deepEqual(thrown.data, { code: 'BAD_INPUT', ...facts })
  return true
}

describe('a path of a client', () => {
  it('is returned as it was sent where it is absolute on any system', () => {
    for (const path of ['/', '/a/../b', '/né', 'C:\\a', 'c:/a', '\\\\host\\share'])
      assert.equal(absolutePath(path, 'cwd'), path)
  })

  it('is refused with its field where it is relative or no text', () => {
    for (const path of ['', 'a/b', './a', '../a', '~/a', 'C:a'])
      assert.throws(() => absolutePath(path, 'cwd'), refusal({ field: 'cwd', given: path }))
    assert.throws(() => absolutePath(undefined, 'cwd'), refusal({ field: 'cwd', given: 'undefined' }))
    assert.throws(() => absolutePath(['/a'], 'cwd'), refusal({ field: 'cwd', given: 'object' }))
  })

  it('is repeated in its refusal by its first 200 characters alone', () => {
    assert.throws(() => absolutePath('a'.repeat(201), 'cwd'), refusal({ field: 'cwd', given: 'a'.repeat(200) }))
  })
})

describe('a list of paths', () => {
  it('is empty where it is left out', () => {
    assert.deepEqual([absolutePaths(undefined, 'f'), absolutePaths(null, 'f'), absolutePaths([], 'f')], [[], [], []])
  })

  it('keeps its order, and a path that comes twice', () => {
    assert.deepEqual(absolutePaths(['/b', '/a', '/b'], 'f'), ['/b', '/a', '/b'])
  })

  it('is refused as a whole where it is no list, and at the place of a path that is relative', () => {
    assert.throws(() => absolutePaths('/a', 'f'), refusal({ field: 'f' }))
    assert.throws(() => absolutePaths(['/a', 'b'], 'f'), refusal({ field: 'f.1', given: 'b' }))
  })
})
