import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openParts } from '../src/compose.ts'
import type { Tenant } from '../src/domain/model.ts'
import { operator } from '../src/domain/access/principal.ts'
import { readConfig } from '../src/config/config.ts'
import { foldersOfFormats, FuzzFailed, fuzzImports, transcriptsOf } from '../test/support/fuzz.ts'
import { runForged } from '../test/support/forgedFiles.ts'
import { fuzzOwnForm } from '../test/support/fuzzOwnForm.ts'
import { statedOf } from '../test/support/memberTable.ts'

/**
 * `npm run fuzz [-- --format codex --seed 1 --count 1000 --bytes 100000 --import 1 --again 3]`: imports mutated
 * transcripts into an embedded store of its own, or into the one that STORE names, every third of them twice. The file that fails is kept.
 * `--import 10` imports every tenth and reads the others through. `--format codex,grok,…` takes one after the other; `all` is each that is read.
 * `--format ndjson` mutates conversations in turngraph's own form, most of them with sums that are right again, and then sends as many
 * forged ones to a server.
 */
const { values } = parseArgs({
  options: {
    format: { type: 'string', default: 'claude-code' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '1000' },
    bytes: { type: 'string', default: '100000' },
    import: { type: 'string', default: '1' },
    again: { type: 'string', default: '3' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'turngraph-fuzz-'))
const parts = await openParts(readConfig({ ...process.env, DATA: folder, LOG_LEVEL: 'warn' }))
const began = performance.now()
const [seed, count] = [Number(values.seed), Number(values.count)]
let failures = 0
let files = 0
const onFile = (number: number) => {
  const seconds = (performance.now() - began) / 1000
  files++
  if (number % 100 === 0) console.log(`${number} files, ${(seconds / files).toFixed(3)} s each`)
}
const scopeOf = (name: string) =>
  parts.scopeOf({ principal: operator, tenant: { ...parts.tenant, name: name as Tenant } })
try {
  for (const format of values.format === 'all' ? foldersOfFormats : values.format.split(',')) await fuzzFormat(format)
} finally {
  await parts.close()
  if (failures === 0) rmSync(folder, { recursive: true, force: true })
}

/** Tries files of one format, and says what became of them; what fails is kept, and ends the format's run. */
async function fuzzFormat(format: string): Promise<void> {
  try {
    const through =
      format === 'ndjson' ? await fuzzOwnForm({ scope: scopeOf, seed, count, onFile }) : await fuzzFolder(format)
    if (format === 'ndjson') await sendForged()
    console.log(`${format}: ${through} of ${count} came through, the others were refused; nothing is damaged.`)
  } catch (thrown) {
    if (!(thrown instanceof FuzzFailed)) throw thrown
    keep(thrown, 'The store is beside it.')
  }
}

function fuzzFolder(folder: string): Promise<number> {
  return fuzzImports({
    scope: () => scopeOf(`fuzz-${folder}`),
    files: transcriptsOf(folder),
    ...{ seed, count, mostBytes: Number(values.bytes), onFile },
    ...{ importEvery: Number(values.import), againEvery: Number(values.again) },
  })
}

function keep({ message, bytes }: FuzzFailed, more = ''): void {
  const path = join(folder, `failed-${++failures}.jsonl`)
  writeFileSync(path, bytes)
  console.error(`${message}\nThe file is kept as ${path}. ${more}`)
  process.exitCode = 1
}

/** Sends forged files to a server, and says what became of them; each that did what it must not is kept. */
async function sendForged(): Promise<void> {
  const before = failures
  const { refused, damaged, sound, slowestHealth } = await runForged({
    seed,
    count,
    env: storeOf(process.env),
    onFile,
    onFailure: keep,
  })
  console.log(
    `Of ${count} forged files a server refused ${refused}; ${damaged.length} came in damaged, as verify says, ${sound.length} sound.`,
  )
  for (const { member, how } of sound)
    if (statedOf(member) !== 'free') console.log(`sound, though ${statedOf(member) ?? 'not stated'}: ${member}: ${how}`)
  console.log(`/health answered within ${Math.ceil(slowestHealth)} ms.`)
  const isBelieved = sound.some(({ member }) => statedOf(member) === 'computed')
  if (slowestHealth > 1000 || failures > before || isBelieved) process.exitCode = 1
}

/** What names the store, of an environment. */
function storeOf(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => /^STORE(?:_|$)/.test(name)))
}
