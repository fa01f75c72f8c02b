// Takes long: two hundred files of each format are broken and read.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readableNames } from '../../../src/formats/index.ts'
import { drawnTranscripts } from '../../support/drawnTranscripts.ts'
import { wholeOr, seedsOfRun } from '../../support/rounds.ts'
import { imports } from '../../support/transcripts.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { fuzzImports, transcriptsOf } from '../../support/fuzz.ts'
import { fuzzOwnForm } from '../../support/fuzzOwnForm.ts'
import { formatOfFolder, noSharedFiles } from '../../support/sharedFiles.ts'

const nameOfFolder = (folder: string) => folder.toUpperCase().replaceAll('-', '_')

const [seed = 1] = seedsOfRun(1)

/** Longer runs: `npm run fuzz -- --format codex --seed 7 --count 10000`. What fails names its seed, its number and its mutations. */
await onEveryStore('imports of mutated transcripts', (on) => {
  const count = on.name.includes('SQLite') ? wholeOr(300, 75) : 40
  it(`${count} of them come through or are refused, and damage nothing`, { timeout: 300_000 }, async () => {
    const files = transcriptsOf('claude-code')
    const scope = () => on.scope({ tenant: 'fuzz' })
    const imported = await fuzzImports({ scope, files, seed, count, mostBytes: 20_000 })
    assert.ok(imported > count / 2, `only ${imported} of ${count} came through`)
  })

  const own = on.name.includes('SQLite') ? wholeOr(100, 40) : 6
  it(`${own} of our own come in or are refused, and change nothing that was there`, { timeout: 300_000 }, async () => {
    const imported = await fuzzOwnForm({ scope: (tenant) => on.scope({ tenant }), seed, count: own })
    assert.ok(imported < own, 'none was refused')
  })

  const each = on.name.includes('SQLite') ? wholeOr(200, 40) : 5
  const importEvery = on.name.includes('SQLite') ? 5 : 1
  const real = Object.keys(formatOfFolder).filter((one) => one !== 'claude-code')
  const known = new Set([...(noSharedFiles === false ? real : []), ...Object.keys(drawnTranscripts)])
  for (const folder of known)
    it(`${each} of ${folder} come through or are refused, and damage nothing`, { timeout: 300_000 }, async () => {
      const scope = () => on.scope({ tenant: `fuzz-${folder}` })
      const imported = await fuzzImports({
        scope,
        files: transcriptsOf(folder),
        seed,
        count: each,
        importEvery,
        mostBytes: 10_000,
      })
      // Of a few files all may be damaged where it counts.
      if (each >= 50) assert.ok(imported > 0, 'all were refused')
    })
  it('are of every format that is read', async () => {
    for (const [folder, files] of Object.entries(drawnTranscripts))
      for (const [k, file] of files.entries()) {
        const { report } = await imports(on.scope({ tenant: `drawn-${folder}-${k}` }), file)
        assert.deepEqual([report.format, report.skipped], [nameOfFolder(folder), 0])
      }
    const folders = [...Object.values(formatOfFolder), ...Object.keys(drawnTranscripts).map(nameOfFolder), 'NDJSON']
    assert.deepEqual([...new Set(folders)].sort(), [...readableNames].sort())
  })
})
