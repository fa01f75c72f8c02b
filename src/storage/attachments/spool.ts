import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { badInput, Refusal } from '../../domain/refusals.ts'
import { makeFolder } from '../../runtime/makeFolder.ts'
import { withRoom } from '../storeFull.ts'
import type { Arrival, KeptBytes, StoredBytes } from './attachmentBytes.ts'

/** Bytes that have come whole, in a file of their own. */
export interface Arrived extends StoredBytes {
  readonly path: string
}

/** An upload without a write for so long is abandoned, whichever process made it. */
const abandonedMs = 60 * 60 * 1000
const owner = `${hostname().replaceAll(/[^\w-]/g, '_')}.${process.pid}.`

/** Returns the path of a file of this process in a folder of uploads. */
export const ownPath = (folder: string): string => join(folder, `${owner}${randomUUID()}`)

/** Writes what arrives to a file that is on disk, lets it be used, and removes what then remains of it. */
export async function withArrived<R>(
  folder: string,
  bytes: AsyncIterable<Uint8Array>,
  arrival: Arrival,
  use: (arrived: Arrived) => Promise<R>,
): Promise<R> {
  const path = ownPath(folder)
  try {
    return await withRoom('an attachment', async () => {
      makeFolder(folder)
      return use({ path, ...(await receive(path, bytes, arrival)) })
    })
  } finally {
    await rm(path, { force: true })
  }
}

async function receive(path: string, bytes: AsyncIterable<Uint8Array>, { limit, expected, signal }: Arrival) {
  const file = await open(path, 'wx')
  try {
    const stored = await writeAll(file, bytes, limit)
    if (expected !== null && stored.id !== expected) throw wrongHash(stored.id, expected)
    await file.sync()
    // While the last bytes were written it may have been cut off.
    signal?.throwIfAborted()
    return stored
  } finally {
    await file.close()
  }
}

async function writeAll(file: FileHandle, bytes: AsyncIterable<Uint8Array>, limit: number): Promise<StoredBytes> {
  const hash = createHash('sha256')
  let byteSize = 0
  for await (const piece of bytes) {
    byteSize += piece.byteLength
    if (byteSize > limit) throw new Refusal('LIMIT_EXCEEDED', { limit }, `An attachment has ${limit} bytes at most.`)
    hash.update(piece)
    await file.writeFile(piece)
  }
  return { id: hash.digest('hex'), byteSize }
}

function wrongHash(actual: string, expected: string): Refusal {
  return badInput(`The bytes have the SHA-256 ${actual}, not ${expected}.`, { expected, actual }, ['sha256'])
}

/** Yields what lies in a folder of uploads, by what it hashes to: something that is arriving, or was left. */
export async function* spooled(folder: string): AsyncGenerator<KeptBytes> {
  for (const name of await readdir(folder).catch(() => [])) {
    const hash = createHash('sha256')
    try {
      for await (const piece of createReadStream(join(folder, name))) hash.update(piece as Buffer)
    } catch (thrown) {
      // It has arrived meanwhile.
      if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') continue
      throw thrown
    }
    yield { id: hash.digest('hex'), place: `.uploads/${name}` }
  }
}

/** What was put aside, and not uploaded, has a hash at its end. */
const asideForm = /\.[0-9a-f]{64}$/

/** Removes what processes that were killed have left of uploads. */
export async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    if (!asideForm.test(name) && (await isAbandoned(path))) await rm(path, { force: true })
  }
}

/** Says whether nobody works on a file any more. On this machine it shows at once that a process is gone; of another one time must tell. */
export async function isAbandoned(path: string): Promise<boolean> {
  const changedMs = (await stat(path).catch(() => null))?.mtimeMs
  if (changedMs === undefined) return false
  const name = basename(path)
  if (Date.now() - changedMs > abandonedMs) return true
  // In a container every process has the same number: an older file is of the one before.
  if (name.startsWith(owner)) return changedMs < Date.now() - process.uptime() * 1000
  const [host, pid] = name.split('.')
  return host === owner.split('.')[0] && !lives(Number(pid))
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM'
  }
}
