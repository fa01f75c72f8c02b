// Takes long: all real files are counted.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { censusTable } from '../../scripts/census/censusTable.ts'
import { takeCensus } from '../../scripts/census/takeCensus.ts'
import { root } from '../../scripts/root.ts'
import { openParts, type OpenParts } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { noSharedFiles, sharedFolders } from '../support/sharedFiles.ts'
import { describeOnce } from '../support/stores.ts'

describeOnce('a census', () => {
  const data = mkdtempSync(join(tmpdir(), 'turngraph-census-'))
  let parts: OpenParts
  before(async () => {
    parts = await openParts(readConfig({ DATA: data, LOG_LEVEL: 'silent' }))
  })
  after(async () => {
    await parts.close()
    rmSync(data, { recursive: true })
  })
  it('of the real files is the one that was taken last', { skip: noSharedFiles }, async () => {
    const table = censusTable(await takeCensus(parts.scope(), sharedFolders))
    // Made anew as scripts/census.ts says; whoever changes a number says why.
    assert.equal(table, readFileSync(join(root, 'test/scripts/census.txt'), 'utf8'))
  })
  it('tells files by format, refused ones by reason, and findings by kind', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'turngraph-census-'))
    try {
      writeFileSync(join(folder, 'a.jsonl'), '{"role":"user","content":"hi"}\n{"role":"bird","content":"x"}\n')
      writeFileSync(join(folder, 'b.txt'), 'nothing of it')
      const { formats, refused, findings } = await takeCensus(parts.scope(), [folder])
      assert.deepEqual(
        [...formats.values()].map(({ files }) => files),
        [1],
      )
      assert.deepEqual(
        [...refused].map(([reason, files]) => [reason.split(':')[0], files]),
        [['BAD_INPUT', 1]],
      )
      assert.equal(findings.get('UNKNOWN_ROLE'), 1)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
