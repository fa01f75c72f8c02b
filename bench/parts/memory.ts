import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Imported } from '../support/importChild.ts'
import type { Sizes } from '../amounts.ts'
import type { Subject } from '../support/subject.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { median } from '../support/measure.ts'
import { bytes, count, perSecond, rangeOf, type Figure } from '../support/table.ts'
import { writeTranscript } from '../support/transcripts.ts'

const child = fileURLToPath(new URL('../support/importChild.ts', import.meta.url))
/** Memory counts as flat up to here. */
const flat = 1.25
const rounds = 5

/** Imports a small and a large transcript, each in a process of its own, and compares the most memory that they held. */
export async function measureMemory({ name, environment }: Subject, { memory }: Sizes): Promise<Figure[]> {
  const [few, many] = memory
  const [smalls, larges]: [Imported[], Imported[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    smalls.push(await importApart(few, environment))
    larges.push(await importApart(many, environment))
  }
  const [small, large] = [middle(smalls), middle(larges)]
  const ratio = large.peakRss / small.peakRss
  const ratios = larges.map(({ peakRss }, round) => peakRss / (smalls[round]?.peakRss ?? Number.NaN))
  return [
    {
      what: `most memory of an import of ${count(many)} messages (${rateOf(large)}) beside one of ${count(few)} (${rateOf(small)})`,
      store: name,
      product: bytes(large.peakRss),
      beside: bytes(small.peakRss),
      ratio,
      spread: rangeOf(ratios),
      bar: flat.toFixed(2),
      holds: ratio <= flat,
    },
  ]
}

/** Returns the import that held neither the most nor the least. */
function middle(imports: readonly Imported[]): Imported {
  const peak = median(imports.map(({ peakRss }) => peakRss))
  const found = imports.find(({ peakRss }) => peakRss === peak)
  if (!found) throw new Error('Nothing was imported.')
  return found
}

const rateOf = ({ messages, milliseconds }: Imported) => perSecond(messages / (milliseconds / 1000))

async function importApart(messages: number, environment: Subject['environment']): Promise<Imported> {
  const folder = temporaryFolder('memory')
  try {
    const path = join(folder, 'session.jsonl')
    await writeTranscript(path, messages)
    // An empty store of its own where a store is a folder.
    const env = { PATH: process.env['PATH'], ...environment, DATA: join(folder, 'data') }
    return JSON.parse(await outputOf(['--import', 'tsx', child, path], env)) as Imported
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function outputOf(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const running = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const kill = () => running.kill('SIGKILL')
  process.once('exit', kill)
  let text = ''
  running.stdout.setEncoding('utf8').on('data', (part: string) => (text += part))
  const status = await new Promise<number | null>((resolve) => running.once('close', resolve))
  process.off('exit', kill)
  if (status !== 0) throw new Error(`The importing process ended with status ${status}.`)
  return text
}
