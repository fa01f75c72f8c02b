import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openParts } from '../src/compose.ts'
import { readConfig } from '../src/config/config.ts'
import { censusTable } from './census/censusTable.ts'
import { takeCensus } from './census/takeCensus.ts'

/**
 * `npm run census -- DIR…`: imports all files of folders into a store of its own, which is removed, and prints what became of
 * them. `npm run --silent census -- DATA DATA-MORE > test/scripts/census.txt`, with the two folders of `test/support/sharedFiles.ts`, writes what the test holds to.
 */
const folders = process.argv.slice(2)
if (folders.length === 0) throw new Error('Name a folder: npm run census -- DIR')
const data = mkdtempSync(join(tmpdir(), 'turngraph-census-'))
const parts = await openParts(readConfig({ DATA: data, LOG_LEVEL: 'silent' }))
try {
  process.stdout.write(censusTable(await takeCensus(parts.scope(), folders)))
} finally {
  await parts.close()
  rmSync(data, { recursive: true })
}
