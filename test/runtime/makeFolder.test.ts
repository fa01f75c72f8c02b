import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { makeFolder } from '../../src/runtime/makeFolder.ts'

describe('making a folder', () => {
  const base = mkdtempSync(join(tmpdir(), 'turngraph-folder-'))
  after(() => rmSync(base, { recursive: true, force: true }))

  it('makes what is missing, and says where it began', () => {
    assert.equal(makeFolder(join(base, 'a/b/c'), 0o700), join(base, 'a'))
    assert.equal(statSync(join(base, 'a/b/c')).mode & 0o777, 0o700)
    assert.equal(makeFolder(join(base, 'a/b/d')), join(base, 'a/b/d'))
    assert.equal(makeFolder(join(base, 'a/b')), undefined)
    assert.equal(makeFolder('/'), undefined)
  })

  it('says why it cannot, where a file is in the way', () => {
    const file = join(base, 'file')
    writeFileSync(file, '')
    assert.throws(() => makeFolder(file), { code: 'EEXIST' })
    assert.throws(() => makeFolder(join(file, 'x/y')), { code: 'ENOTDIR' })
  })

  // There Node's own `recursive` makes no end of trying.
  it(
    'says at once why it cannot, where the system makes no folders',
    { skip: !existsSync('/proc/self') && 'this system has no /proc' },
    () => {
      assert.throws(() => makeFolder('/proc/x/y'), { code: 'ENOENT' })
    },
  )
})
