import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkFolders, foldersOf } from '../../../src/app/read/folders.ts'
import { Refusal } from '../../../src/domain/refusals.ts'

describe('the working directories that a filter names', () => {
  it('are any, one, some, or those that both of its fields leave', () => {
    assert.equal(foldersOf({}), null)
    assert.equal(foldersOf({ cwd: null, cwds: null }), null)
    assert.deepEqual(foldersOf({ cwd: '/a' }), ['/a'])
    assert.deepEqual(foldersOf({ cwds: ['/b', '/a', '/b'] }), ['/a', '/b'])
    assert.deepEqual(foldersOf({ cwds: [] }), [])
    assert.deepEqual(foldersOf({ cwd: '/a', cwds: ['/b', '/a'] }), ['/a'])
    assert.deepEqual(foldersOf({ cwd: '/c', cwds: ['/b', '/a'] }), [])
  })

  it('are not more than a list may have', () => {
    checkFolders(2, { cwds: ['/a', '/b'] }, ['filter'])
    checkFolders(2, { cwd: '/a' }, ['filter'])
    assert.throws(() => checkFolders(2, { cwds: ['/a', '/b', '/c'] }, ['filter']), Refusal)
  })
})
