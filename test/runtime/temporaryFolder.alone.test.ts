import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, describe, it } from 'node:test'
import { ensureTemporaryFolder } from '../../src/runtime/temporaryFolder.ts'

const given = process.env['TMPDIR']
const base = mkdtempSync(join(tmpdir(), 'turngraph-temporary-'))

function restore(): void {
  if (given === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = given
}

describe('the search for a temporary folder', () => {
  afterEach(restore)
  after(() => rmSync(base, { recursive: true, force: true }))

  it('leaves a folder that can be written', () => {
    process.env['TMPDIR'] = base
    assert.equal(ensureTemporaryFolder(join(base, 'data')), null)
    assert.deepEqual([tmpdir(), existsSync(join(base, 'data'))], [base, false])
  })

  it('takes one in DATA where the system has none', () => {
    process.env['TMPDIR'] = join(base, 'missing')
    assert.equal(ensureTemporaryFolder(join(base, 'data')), null)
    assert.equal(tmpdir(), join(base, 'data/tmp'))
    assert.ok(existsSync(tmpdir()))
  })

  it('says what is missing where neither can be had', () => {
    process.env['TMPDIR'] = join(base, 'missing')
    writeFileSync(join(base, 'file'), '')
    assert.match(
      ensureTemporaryFolder(join(base, 'file')) ?? '',
      /^There is no place for temporary files: .*missing" \(TMPDIR\).*file\/tmp" \(in DATA\)/,
    )
    assert.equal(tmpdir(), join(base, 'missing'))
  })
})
