/**
 * Prints what an import of a large file of each format takes, and what a backup and its restore take:
 * `node --import tsx bench/formats.ts 100 1000000`, megabytes of each format and messages of the store that is backed up;
 * a name of a format as third argument measures that one. The processes may hold 192 MB of old objects. STORE names another store than SQLite's file: an empty one.
 */
import { spawn } from 'node:child_process'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drawn, writeDrawn } from './support/formatFiles.ts'
import type { Imported } from './support/importChild.ts'
import { bytes, count, perSecond } from './support/table.ts'
import { temporaryFolder } from './support/temporary.ts'
import { writeTranscript } from './support/transcripts.ts'

const [megabytes = '1', turns = '2000', only] = process.argv.slice(2)
/** MB of old objects that a process may hold: V8 collects late where there is room, and then its peak tells nothing. */
const oldSpace = 192
const importChild = fileURLToPath(new URL('support/importChild.ts', import.meta.url))
const backupChild = fileURLToPath(new URL('support/backupChild.ts', import.meta.url))

async function run<T>(child: string, args: readonly string[], data: string): Promise<T> {
  const running = spawn(process.execPath, [`--max-old-space-size=${oldSpace}`, '--import', 'tsx', child, ...args], {
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

async function measureFormat(format: string): Promise<void> {
  const folder = temporaryFolder('formats')
  const path = join(folder, 'file')
  await writeDrawn(format, path, Number(megabytes) * 1024 * 1024)
  const size = statSync(path).size
  const { messages, milliseconds, peakRss } = await run<Imported>(importChild, [path], join(folder, 'data'))
  const seconds = milliseconds / 1000
  console.log(`| ${format} | ${bytes(size)} | ${count(messages)} | ${perSecond(messages / seconds)} | ${bytes(size / seconds)}/s | ${bytes(peakRss)} |`) // prettier-ignore
  rmSync(folder, { recursive: true, force: true })
}

interface Moved {
  readonly milliseconds: number
  readonly peakRss: number
}

async function measureBackup(): Promise<void> {
  const folder = temporaryFolder('backup')
  const [session, file] = [join(folder, 'session.jsonl'), join(folder, 'all.ndjson')]
  await writeTranscript(session, Number(turns))
  await run<Imported>(importChild, [session], join(folder, 'data'))
  const database = process.env['STORE'] ? null : statSync(join(folder, 'data/turngraph.db')).size
  const say = (what: string, { milliseconds, peakRss }: Moved) =>
    console.log(`| ${what} | ${bytes(statSync(file).size)} | ${count(Number(turns))} | ${perSecond(Number(turns) / (milliseconds / 1000))} | database ${database === null ? '-' : bytes(database)} | ${bytes(peakRss)} |`) // prettier-ignore
  say('backup', await run<Moved>(backupChild, ['backup', file], join(folder, 'data')))
  // A restore wants an empty store: with STORE another database is to be named in RESTORE_STORE.
  const other = process.env['RESTORE_STORE']
  if (process.env['STORE'] && !other) return
  if (other) process.env['STORE'] = other
  say('restore', await run<Moved>(backupChild, ['restore', file], join(folder, 'restored')))
  rmSync(folder, { recursive: true, force: true })
}

console.log('| what | file | messages | rate | bytes | most memory |\n|---|---|---|---|---|---|')
for (const format of Object.keys(drawn).filter((name) => only === undefined || name === only))
  await measureFormat(format).catch((error: unknown) => console.log(`| ${format} | ${String(error)} |`))
if (only === undefined || only === 'backup') await measureBackup()
