/**
 * Prints what an import of large files of each format takes, and what a backup and its restore take:
 * `node --import tsx bench/formats.ts 20,100 1000000`, megabytes of each format in turns, and messages of the store that is
 * backed up; a name of a format, `backup` or `session` as third argument measures that alone. Each process may hold 192 MB of
 * old objects, so an importer that keeps a file ends there. STORE names another store than SQLite's file: an empty one.
 */
import { spawn } from 'node:child_process'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Moved } from './support/backupChild.ts'
import { drawn, writeDrawn } from './support/formatFiles.ts'
import type { Imported } from './support/importChild.ts'
import { bytes, count, perSecond } from './support/table.ts'
import { temporaryFolder } from './support/temporary.ts'
import { writeTranscript } from './support/transcripts.ts'

const [megabytes = '1', turns = '2000', only] = process.argv.slice(2)
const sizes = megabytes.split(',').map(Number)
/** MB of old objects that a process may hold: V8 collects late where there is room, and then its peak tells nothing. */
const oldSpace = 192
const importChild = fileURLToPath(new URL('support/importChild.ts', import.meta.url))
const backupChild = fileURLToPath(new URL('support/backupChild.ts', import.meta.url))

async function run<T>(child: string, args: readonly string[], data: string): Promise<T> {
  const flags = [`--max-old-space-size=${oldSpace}`, '--expose-gc', '--import', 'tsx']
  const running = spawn(process.execPath, [...flags, child, ...args], {
    env: { ...process.env, DATA: data },
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

async function measureImport(what: string, write: (path: string) => Promise<void>): Promise<void> {
  const folder = temporaryFolder('formats')
  try {
    const path = join(folder, 'file')
    await write(path)
    const imported = await run<Imported>(importChild, [path], join(folder, 'data'))
    say(what, statSync(path).size, imported.messages, imported)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureBackup(): Promise<void> {
  const folder = temporaryFolder('backup')
  try {
    const [session, file] = [join(folder, 'session.jsonl'), join(folder, 'all.ndjson')]
    await writeTranscript(session, Number(turns))
    await run<Imported>(importChild, [session], join(folder, 'data'))
    const database = process.env['STORE'] ? '' : bytes(statSync(join(folder, 'data/turngraph.db')).size)
    const told = (what: string, moved: Moved) => say(what, statSync(file).size, Number(turns), moved, database)
    told('backup', await run<Moved>(backupChild, ['backup', file], join(folder, 'data')))
    // A restore wants an empty store: with STORE another database is to be named in RESTORE_STORE.
    const other = process.env['RESTORE_STORE']
    if (process.env['STORE'] && !other) return
    if (other) process.env['STORE'] = other
    told('restore', await run<Moved>(backupChild, ['restore', file], join(folder, 'restored')))
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
  for (const messages of [Number(turns) / 10, Number(turns)])
    await measureImport('a session', (path) => writeTranscript(path, messages)).catch(failed('a session'))
if (isWanted('backup')) await measureBackup().catch(failed('backup'))
