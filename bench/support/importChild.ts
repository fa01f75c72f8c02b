/** A process that imports one file and says what that took of time and memory. Started by memory.ts and formats.ts. */
import { fileSource } from '../../src/app/fileSource.ts'
import { importTranscript } from '../../src/app/imports/job/importTranscript.ts'
import { openParts } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { openScratch } from '../../src/storage/scratch.ts'
import { heapInUse } from './heap.ts'

export interface Imported {
  readonly messages: number
  readonly milliseconds: number
  readonly peakRss: number
  /** Seconds of the processor, of all threads. */
  readonly cpuSeconds: number
  /** What is alive on the heap when it is done; null where that cannot be asked for. */
  readonly heapAfter: number | null
}

async function importFile(path: string): Promise<Imported> {
  const parts = await openParts(readConfig({ ...process.env, LOG_LEVEL: 'warn' }))
  let peakRss = 0
  const sample = () => void (peakRss = Math.max(peakRss, process.memoryUsage.rss()))
  const sampling = setInterval(sample, 50)
  const begin = performance.now()
  const used = process.cpuUsage()
  const { report } = await importTranscript(parts.scope(), { source: fileSource(path, null), openScratch })
  const milliseconds = performance.now() - begin
  const { user, system } = process.cpuUsage(used)
  sample()
  clearInterval(sampling)
  const heapAfter = heapInUse()
  await parts.close()
  return { messages: report.added, milliseconds, peakRss, cpuSeconds: (user + system) / 1e6, heapAfter }
}

const [path] = process.argv.slice(2)
if (path !== undefined) console.log(JSON.stringify(await importFile(path)))
