/**
 * Prints what an import of large files of each format takes, and what a backup and its restore take:
 * `node --import tsx bench/formats.ts 20,100 1000000`, megabytes of each format in turns, and messages of the session that is
 * imported, backed up and restored; names of formats or `session` as third argument measure these alone. Each process may hold
 * 192 MB of old objects, so an importer that keeps a file ends there. `--store neo4j` starts a server for each empty store.
 */
import { spawn } from 'node:child_process'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Moved } from './support/backupChild.ts'
import { drawn, writeDrawn } from './support/formatFiles.ts'
import type { Imported } from './support/importChild.ts'
import { bytes, count, perSecond } from './support/table.ts'
import { emptyStore, type EmptyStore } from './support/emptyStore.ts'
import { temporaryFolder } from './support/temporary.ts'
import { writeTranscript } from './support/transcripts.ts'

const { values, positionals } = parseArgs({
  options: { store: { type: 'string', default: 'sqlite' }, line: { type: 'string', default: '5.26' } },
  allowPositionals: true,
})
const [megabytes = '1', turns = '2000', only] = positionals
const sizes = megabytes.split(',').map(Number)
/** MB of old objects that a process may hold: V8 collects late where there is room, and then its peak tells nothing. */
const oldSpace = 192
const importChild = fileURLToPath(new URL('support/importChild.ts', import.meta.url))
const backupChild = fileURLToPath(new URL('support/backupChild.ts', import.meta.url))

async function run<T>(child: string, args: readonly string[], store: EmptyStore): Promise<T> {
  const flags = [`--max-old-space-size=${oldSpace}`, '--expose-gc', '--import', 'tsx']
  const running = spawn(process.execPath, [...flags, child, ...args], {
    env: { ...process.env, ...store.environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => running.kill('SIGKILL')
  process.once('exit', kill)
  let text = ''
  running.stdout.setEncoding('utf8').on('data', (part: string) => (text += part))
  const status = await new Promise<number | null>((resolve) => running.once('close', resolve))
  process.off('exit', kill)
  if (status !== 0) throw new Error(`${child} ended with status ${status}.`)
  return JSON.parse(text) as T
}

function say(what: string, size: number, messages: number, moved: Moved, beside = ''): void {
  const { milliseconds, cpuSeconds, peakRss, heapAfter } = moved
  const rates = [perSecond(messages / (milliseconds / 1000)), perSecond(messages / cpuSeconds)]
  const memory = [bytes(peakRss), heapAfter === null ? '' : bytes(heapAfter)]
  const cells = [what, bytes(size), count(messages), ...rates, `${cpuSeconds.toFixed(1)} s`, ...memory, beside]
  console.log(`| ${cells.join(' | ')} |`)
}

const withStore = async (use: (store: EmptyStore) => Promise<void>) => {
  const store = await emptyStore(values.store, values.line)
  try {
    await use(store)
  } finally {
    await store.remove()
  }
}

async function measureImport(what: string, write: (path: string) => Promise<void>): Promise<void> {
  const folder = temporaryFolder('formats')
  try {
    const path = join(folder, 'file')
    await write(path)
    await withStore(async (store) => {
      const imported = await run<Imported>(importChild, [path], store)
      say(what, statSync(path).size, imported.messages, imported)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The session that is imported is backed up, and the backup restored into another store. */
async function measureSession(messages: number): Promise<void> {
  const folder = temporaryFolder('backup')
  try {
    const [session, file] = [join(folder, 'session.jsonl'), join(folder, 'all.ndjson')]
    await writeTranscript(session, messages)
    await withStore(async (store) => {
      const imported = await run<Imported>(importChild, [session], store)
      say('a session', statSync(session).size, imported.messages, imported)
      const moved = await run<Moved>(backupChild, ['backup', file], store)
      say('its backup', statSync(file).size, messages, moved, bytes(await store.bytes()))
    })
    await withStore(async (store) => {
      const moved = await run<Moved>(backupChild, ['restore', file], store)
      say('its restore', statSync(file).size, messages, moved, bytes(await store.bytes()))
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const isWanted = (name: string) => only === undefined || only.split(',').includes(name)
const failed = (name: string) => (error: unknown) => console.log(`| ${name} | ${String(error)} |`)

console.log('| what | file | messages | rate | per CPU second | CPU | most memory | alive after | database |')
console.log('|---|---|---|---|---|---|---|---|---|')
for (const format of Object.keys(drawn).filter(isWanted))
  for (const size of sizes)
    await measureImport(format, (path) => writeDrawn(format, path, size * 1024 * 1024)).catch(failed(format))
if (isWanted('session'))
  for (const messages of [Number(turns) / 10, Number(turns)]) await measureSession(messages).catch(failed('a session'))
