/** A process that imports one file and says how much memory it held at most. Started by memory.ts. */
import { fileSource } from '../../src/app/imports/sources/fileSource.ts'
import { importTranscript } from '../../src/app/imports/importTranscript.ts'
import { openParts } from '../../src/compose.ts'
import { readConfig } from '../../src/config.ts'
import { openScratch } from '../../src/storage/scratch.ts'

export interface Imported {
  readonly messages: number
  readonly milliseconds: number
  readonly peakRss: number
}

async function importFile(path: string): Promise<Imported> {
  const parts = await openParts(readConfig({ ...process.env, LOG_LEVEL: 'warn' }))
  let peakRss = 0
  const sample = () => void (peakRss = Math.max(peakRss, process.memoryUsage.rss()))
  const sampling = setInterval(sample, 50)
  const begin = performance.now()
  const { report } = await importTranscript(parts.scope(), { source: fileSource(path, null), openScratch })
  const milliseconds = performance.now() - begin
  sample()
  clearInterval(sampling)
  await parts.close()
  return { messages: report.added, milliseconds, peakRss }
}

const [path] = process.argv.slice(2)
if (path !== undefined) console.log(JSON.stringify(await importFile(path)))
