import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryOf } from '../expensive/processUsage.ts'
import type { Sizes } from '../amounts.ts'
import { clientOf } from '../support/client.ts'
import { startServer } from '../support/server.ts'
import type { Subject } from '../support/subject.ts'
import { bytes, count, type Figure } from '../support/table.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { writeTranscript } from '../support/transcripts.ts'

/** The most that memory after all imports may be of that after two, and at rest of what it was before any. */
const bars = { afterTwo: 1.1, atRest: 2 }
/** What a process must be left alone for until it has given back what it can, in milliseconds. */
const restTime = 100_000
const idleTime = 10_000

/** Imports files of 20 MB into a server over HTTP, and reads its memory after two, after all, and once it was left alone. */
export async function measureImportsKept(subject: Subject, { imports }: Sizes): Promise<Figure[]> {
  const folder = temporaryFolder('imports')
  const environment = subject.kind === 'sqlite' ? { DATA: join(folder, 'data') } : subject.environment
  const server = await startServer({ ...environment, RATE_LIMIT: '0' })
  const held = () => memoryOf(server.pid, 'VmRSS')
  const client = clientOf(server.url)
  try {
    await client.ask('{ conversations(first: 1) { nodes { id } } }')
    // The index begins to follow a moment after the start.
    await sleep(idleTime)
    const before = held()
    const after: number[] = []
    for (let k = 0; k < imports.count; k++) {
      await importOne(server.url, join(folder, `session-${k}.jsonl`), imports.messages)
      after.push(held())
    }
    await sleep(restTime)
    return figuresOf(subject.name, { before, two: after[1] ?? 0, all: after.at(-1) ?? 0, rest: held() }, imports)
  } finally {
    client.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function importOne(url: string, path: string, messages: number): Promise<void> {
  await writeTranscript(path, messages)
  const address = new URL(`/import?fileName=${path.slice(path.lastIndexOf('/') + 1)}`, url)
  const response = await fetch(address, { method: 'POST', body: readFileSync(path) })
  if (!response.ok) throw new Error(`The import was answered ${response.status} ${await response.text()}`)
  await response.text()
  rmSync(path)
}

interface Held {
  readonly before: number
  readonly two: number
  readonly all: number
  readonly rest: number
}

function figuresOf(store: string, { before, two, all, rest }: Held, imports: Sizes['imports']): Figure[] {
  const files = `${imports.count} imports of ${count(imports.messages)} messages over HTTP`
  const figure = (what: string, now: number, then: number, most: number): Figure => {
    const ratio = now / then
    return {
      what,
      store,
      product: bytes(now),
      beside: bytes(then),
      ratio,
      spread: '',
      bar: String(most),
      holds: ratio <= most,
    }
  }
  return [
    figure(`memory of the server after ${files}, beside after two`, all, two, bars.afterTwo),
    figure(`the same when it was left alone, beside what it was at first`, rest, before, bars.atRest),
  ]
}
