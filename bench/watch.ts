/**
 * `node --import tsx bench/watch.ts [files] [more]`: what `turngraph watch` takes to store so many sessions that are there, and ten times
 * as many: the most memory, memory and processor at rest, and how soon a line is stored that an agent appends. Linux tells it.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt } from '../bin/ensureBuilt.js'
import { root } from '../scripts/root.ts'
import { cpuMs, memoryOf } from './expensive/processUsage.ts'
import { median } from './support/measure.ts'
import { temporaryFolder } from './support/temporary.ts'

const [files = 1_000, more = files * 10] = process.argv.slice(2).map(Number)
const bars = { ratio: 1.1, idlePercent: 1, appendMs: 2_000 }
const [linesEach, filesPerFolder] = [6, 40]
const [restMs, idleMs, appends] = [20_000, 60_000, 10]

const uuid = (session: number, n: number) =>
  `${String(session).padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`
const words = (n: number) => Array.from({ length: 60 }, (_, i) => ((n * 7919 + i * 104_729) % 99_991).toString(36)).join(' ') // prettier-ignore

/** Returns a line as Claude Code writes it. */
function line(session: number, n: number): string {
  const isUser = n % 2 === 1
  const text = words(session * linesEach + n)
  return `${JSON.stringify({
    ...{
      type: isUser ? 'user' : 'assistant',
      uuid: uuid(session, n),
      parentUuid: n === 1 ? null : uuid(session, n - 1),
    },
    ...{ sessionId: uuid(session, 0), isSidechain: false, version: '2.1.331', cwd: '/work' },
    timestamp: new Date(Date.UTC(2026, 0, 1) + session * 60_000 + n * 1000).toISOString(),
    message: isUser
      ? { role: 'user', content: text }
      : {
          ...{ id: `msg_${session}_${n}`, type: 'message', role: 'assistant', model: 'claude' },
          ...{ content: [{ type: 'text', text }], usage: { input_tokens: 10, output_tokens: 5 } },
        },
  })}\n`
}

const pathOf = (folder: string, session: number) =>
  join(folder, `-work-${Math.floor(session / filesPerFolder)}`, `${uuid(session, 0)}.jsonl`)

/** Writes so many sessions, of six lines each. */
function sessionsIn(folder: string, count: number): void {
  for (let session = 0; session < count; session++) {
    if (session % filesPerFolder === 0) mkdirSync(join(pathOf(folder, session), '..'), { recursive: true })
    writeFileSync(pathOf(folder, session), Array.from({ length: linesEach }, (_, k) => line(session, k + 1)).join(''))
  }
}

interface Watched {
  readonly mostBytes: number
  readonly restBytes: number
  readonly scanMs: number
  readonly idlePercent: number
  readonly appendMs: number
}

type Watcher = ChildProcessByStdio<null, Readable, Readable>

async function untilSettled({ stderr }: Watcher): Promise<void> {
  for await (const text of createInterface({ input: stderr })) if (text.includes('Ctrl-C ends it')) return
  throw new Error('The watcher ended before it had stored what is there.')
}

/** Returns how long it takes until a line is stored that is appended to a session, in milliseconds: the median of some. */
async function appendedMs(watcher: Watcher, folder: string): Promise<number> {
  const results = createInterface({ input: watcher.stdout })
  const times: number[] = []
  for (let n = 1; n <= appends; n++) {
    await sleep(500)
    const stored = once(results, 'line')
    const began = performance.now()
    appendFileSync(pathOf(folder, 0), line(0, linesEach + n))
    await stored
    times.push(performance.now() - began)
  }
  return median(times)
}

async function watched(count: number): Promise<Watched> {
  const home = temporaryFolder('watch')
  const folder = join(home, '.claude/projects')
  sessionsIn(folder, count)
  const env = { ...process.env, HOME: home, DATA: join(home, 'data') }
  const watcher = spawn(process.execPath, ['bin/turngraph.js', 'watch', folder], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] }) // prettier-ignore
  const pid = watcher.pid as number
  watcher.stdout.resume()
  await untilSettled(watcher)
  const scanMs = cpuMs(pid)
  await sleep(restMs)
  const [mostBytes, restBytes, before] = [memoryOf(pid, 'VmHWM'), memoryOf(pid, 'VmRSS'), cpuMs(pid)]
  await sleep(idleMs)
  const idlePercent = ((cpuMs(pid) - before) / idleMs) * 100
  const appendMs = await appendedMs(watcher, folder)
  watcher.kill('SIGTERM')
  await once(watcher, 'close')
  return { mostBytes, restBytes, scanMs, idlePercent, appendMs }
}

const mebibytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`

function print(count: number, { mostBytes, restBytes, scanMs, idlePercent, appendMs }: Watched): void {
  console.log(`${count} files: at most ${mebibytes(mostBytes)}, ${mebibytes(restBytes)} at rest; ${(scanMs / 1000).toFixed(1)} s of the processor to store them, then ${idlePercent.toFixed(2)} % of a core (at most ${bars.idlePercent}); an appended line after ${Math.round(appendMs)} ms (at most ${bars.appendMs})`) // prettier-ignore
}

ensureBuilt()
const few = await watched(files)
print(files, few)
const many = await watched(more)
print(more, many)
const ratios = { most: many.mostBytes / few.mostBytes, rest: many.restBytes / few.restBytes }
console.log(`${more} beside ${files}: ${ratios.most.toFixed(2)} of the most memory, ${ratios.rest.toFixed(2)} at rest (at most ${bars.ratio})`) // prettier-ignore
const isBelow = [few, many].every((one) => one.idlePercent <= bars.idlePercent && one.appendMs <= bars.appendMs)
process.exitCode = isBelow && ratios.most <= bars.ratio && ratios.rest <= bars.ratio ? 0 : 1
