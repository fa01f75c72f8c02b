import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openParts } from '../src/compose.ts'
import type { Tenant } from '../src/domain/model.ts'
import { operator } from '../src/domain/access/principal.ts'
import { readConfig } from '../src/config/config.ts'
import { FuzzFailed, fuzzImports, transcriptsOf } from '../test/support/fuzz.ts'
import { runForged } from '../test/support/forgedFiles.ts'
import { fuzzOwnForm } from '../test/support/fuzzOwnForm.ts'
import { statedOf } from '../test/support/memberTable.ts'

/**
 * `npm run fuzz [-- --format codex --seed 1 --count 1000 --bytes 100000]`: imports mutated transcripts into an embedded
 * store of its own, or into the one that STORE names. The file that fails is kept. `--format ndjson` mutates conversations
 * in turngraph's own form, most of them with sums that are right again, and then sends as many forged ones to a server.
 */
const { values } = parseArgs({
  options: {
    format: { type: 'string', default: 'claude-code' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '1000' },
    bytes: { type: 'string', default: '100000' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'turngraph-fuzz-'))
const parts = await openParts(readConfig({ ...process.env, DATA: folder, LOG_LEVEL: 'warn' }))
const began = performance.now()
let kept = false
try {
  const [seed, count] = [Number(values.seed), Number(values.count)]
  const onFile = (number: number) => {
    const seconds = (performance.now() - began) / 1000
    if (number % 100 === 0) console.log(`${number} files, ${(seconds / number).toFixed(3)} s each`)
  }
  const scope = (name: string) =>
    parts.scopeOf({ principal: operator, tenant: { ...parts.tenant, name: name as Tenant } })
  const imported =
    values.format === 'ndjson'
      ? await fuzzOwnForm({ scope, seed, count, onFile })
      : await fuzzImports({
          scope: () => parts.scope(),
          files: transcriptsOf(values.format),
          ...{ seed, count, mostBytes: Number(values.bytes), onFile },
        })
  if (values.format === 'ndjson') {
    await sendForged(seed, count, onFile)
  }
  console.log(`${imported} of ${values.count} came through, the others were refused; nothing is damaged.`)
} catch (thrown) {
  if (!(thrown instanceof FuzzFailed)) throw thrown
  const path = join(folder, 'failed.jsonl')
  writeFileSync(path, thrown.bytes)
  kept = true
  console.error(`${thrown.message}\nThe file is kept as ${path}, its store beside it.`)
  process.exitCode = 1
} finally {
  await parts.close()
  if (!kept) rmSync(folder, { recursive: true, force: true })
}

/** Sends forged files to a server, and says what became of them; each that did what it must not is kept. */
async function sendForged(seed: number, count: number, onFile: (number: number) => void): Promise<void> {
  let failures = 0
  const onFailure = ({ message, bytes }: FuzzFailed) => {
    const path = join(folder, `forged-${++failures}.jsonl`)
    writeFileSync(path, bytes)
    kept = true
    console.error(`${message}\nThe file is kept as ${path}.`)
  }
  const { refused, damaged, sound, slowestHealth } = await runForged({ seed, count, onFile, onFailure })
  console.log(
    `Of ${count} forged files a server refused ${refused}; ${damaged.length} came in damaged, as verify says, ${sound.length} sound.`,
  )
  for (const { member, how } of sound)
    if (statedOf(member) !== 'free') console.log(`sound, though ${statedOf(member) ?? 'not stated'}: ${member}: ${how}`)
  console.log(`/health answered within ${Math.ceil(slowestHealth)} ms.`)
  const isBelieved = sound.some(({ member }) => statedOf(member) === 'computed')
  if (slowestHealth > 1000 || failures > 0 || isBelieved) process.exitCode = 1
}
