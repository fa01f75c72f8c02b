/** A process that backs a store up or restores it, and says how much memory it held at most. Started by formats.ts. */
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { backup } from '../../src/app/backups/backup.ts'
import { restore } from '../../src/app/backups/restore.ts'
import { openParts } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { openScratch } from '../../src/storage/scratch.ts'
import { openSorter } from '../../src/storage/sorter.ts'
import { heapInUse } from './heap.ts'
import type { Imported } from './importChild.ts'

/** What a backup or a restore took. */
export type Moved = Omit<Imported, 'messages'>

async function move(way: string, path: string): Promise<Moved> {
  const parts = await openParts(readConfig({ ...process.env, LOG_LEVEL: 'warn' }))
  let peakRss = 0
  const sample = () => void (peakRss = Math.max(peakRss, process.memoryUsage.rss()))
  const sampling = setInterval(sample, 50)
  const begin = performance.now()
  const used = process.cpuUsage()
  const open = () => createReadStream(path) as AsyncIterable<Uint8Array>
  if (way === 'backup')
    await pipeline(backup(parts.scope(), { openSorter, attachments: 'INLINE' }), createWriteStream(path))
  else await restore(parts.scope(), { open, merge: false, openSorter, openScratch: () => openScratch() })
  const milliseconds = performance.now() - begin
  const { user, system } = process.cpuUsage(used)
  sample()
  clearInterval(sampling)
  const heapAfter = heapInUse()
  await parts.close()
  return { milliseconds, peakRss, cpuSeconds: (user + system) / 1e6, heapAfter }
}

const [way, path] = process.argv.slice(2)
if (way !== undefined && path !== undefined) console.log(JSON.stringify(await move(way, path)))
