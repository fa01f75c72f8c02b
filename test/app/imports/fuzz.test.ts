import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inCi } from '../../support/rounds.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { fuzzImports, transcriptsOf } from '../../support/fuzz.ts'
import { fuzzOwnForm } from '../../support/fuzzOwnForm.ts'
import { formatOfFolder, noSharedFiles } from '../../support/sharedFiles.ts'

/** Longer runs: `npm run fuzz -- --format codex --seed 7 --count 10000`. What fails names its seed, its number and its mutations. */
await onEveryStore('imports of mutated transcripts', (on) => {
  const count = on.name.includes('SQLite') ? inCi(300, 75) : 40
  it(`${count} of them come through or are refused, and damage nothing`, { timeout: 300_000 }, async () => {
    const files = transcriptsOf('claude-code')
    const scope = () => on.scope({ tenant: 'fuzz' })
    const imported = await fuzzImports({ scope, files, seed: 1, count, mostBytes: 20_000 })
    assert.ok(imported > count / 2, `only ${imported} of ${count} came through`)
  })

  const own = on.name.includes('SQLite') ? inCi(100, 40) : 6
  it(`${own} of our own come in or are refused, and change nothing that was there`, { timeout: 300_000 }, async () => {
    const imported = await fuzzOwnForm({ scope: (tenant) => on.scope({ tenant }), seed: 1, count: own })
    assert.ok(imported < own, 'none was refused')
  })

  const each = on.name.includes('SQLite') ? inCi(50, 12) : 5
  for (const folder of Object.keys(formatOfFolder).filter((one) => one !== 'claude-code'))
    it(
      `${each} of ${folder} come through or are refused, and damage nothing`,
      {
        skip: noSharedFiles,
        timeout: 300_000,
      },
      async () => {
        const scope = () => on.scope({ tenant: `fuzz-${folder}` })
        await fuzzImports({ scope, files: transcriptsOf(folder), seed: 1, count: each, mostBytes: 10_000 })
      },
    )
})
