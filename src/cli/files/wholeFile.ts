import { createWriteStream, rmSync } from 'node:fs'
import { link, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CommandFailed, isNoRoom } from '../../client/failures.ts'
import { counted } from '../text.ts'

/** How a part is written. */
export interface PartOptions {
  readonly mode?: number
  /** It is on the disk before it is put in place. */
  readonly flush?: boolean
}

/** A file that is written whole beside its place. */
export interface Part {
  readonly path: string
  readonly bytes: number
}

/** Writes pieces beside a path; of what cannot be written nothing stays, and a disk that is too small is told by the size that is needed. */
export async function writePart(
  pieces: AsyncIterable<Uint8Array>,
  path: string,
  { mode = 0o666, flush = false }: PartOptions = {},
): Promise<Part> {
  const part = `${path}.${process.pid}.part`
  const source = countedPieces(pieces)
  const keep = dropOnSignals(part)
  try {
    const file = createWriteStream(part, { mode, flush })
    await pipeline(source.kept, file)
    return { path: part, bytes: file.bytesWritten }
  } catch (thrown) {
    await rm(part, { force: true })
    if (isNoRoom(thrown)) throw await tooLarge(path, await source.all())
    const isOfPart = (thrown as NodeJS.ErrnoException).path === part
    throw isOfPart ? Object.assign(thrown as Error, { path }) : thrown
  } finally {
    keep()
    await source.close()
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Removes a part when the process is asked to end, which it then does as it would have; returns what stops that. */
function dropOnSignals(part: string): () => void {
  const onSignal = (signal: NodeJS.Signals) => {
    rmSync(part, { force: true })
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  for (const signal of signals) process.once(signal, onSignal)
  return () => {
    for (const signal of signals) process.off(signal, onSignal)
  }
}

/** Returns pieces whose source stays open where their reader ends before it, and what counts all of them. */
function countedPieces(pieces: AsyncIterable<Uint8Array>) {
  const iterator = pieces[Symbol.asyncIterator]()
  let [bytes, isOpen] = [0, true]
  const next = async (): Promise<Uint8Array | null> => {
    const read = await iterator.next()
    if (read.done === true) {
      isOpen = false
      return null
    }
    bytes += read.value.length
    return read.value
  }
  return {
    kept: {
      async *[Symbol.asyncIterator]() {
        for (let piece = await next(); piece !== null; piece = await next()) yield piece
      },
    },
    async all() {
      while (isOpen && (await next()) !== null);
      return bytes
    },
    async close() {
      if (isOpen) await iterator.return?.()
    },
  }
}

async function tooLarge(path: string, bytes: number): Promise<CommandFailed> {
  const { bavail, bsize } = await statfs(dirname(path)).catch(() => ({ bavail: null, bsize: 0 }))
  const free = bavail === null ? null : bavail * bsize
  const room = free === null || free >= bytes ? '' : `, and ${counted(free, 'byte is', 'bytes are')} free there`
  const message = `"${path}" does not fit on the disk: it needs ${counted(bytes, 'byte', 'bytes')}${room}. Nothing of it was kept.`
  return new CommandFailed('FILE_UNUSABLE', message, { path, reason: 'ENOSPC', bytes, free })
}

/** Writes a file that others may not read: beside its place, put there when it is whole and on the disk. Returns its bytes. */
export async function writeWhole(
  pieces: AsyncIterable<Uint8Array>,
  path: string,
  { replaces = true }: { readonly replaces?: boolean } = {},
): Promise<number> {
  if (!replaces) await refuseThere(path)
  const part = await writePart(pieces, path, { mode: 0o600, flush: true })
  try {
    if (replaces) await rename(part.path, path)
    else if (!(await putNew(part.path, path))) throw isThere(path)
    return part.bytes
  } catch (thrown) {
    await rm(part.path, { force: true })
    throw thrown
  }
}

/** Refuses to replace what is at a path. */
export async function refuseThere(path: string): Promise<void> {
  if ((await stat(path).catch(() => null)) !== null) throw isThere(path)
}

function isThere(path: string): CommandFailed {
  return new CommandFailed('ALREADY_EXISTS', `"${path}" is there already: --force replaces it.`, { path })
}

/** Puts a part at a path where nothing is, and says whether it did. A link is made only there; a file system that knows none is asked before. */
export async function putNew(part: string, path: string): Promise<boolean> {
  try {
    await link(part, path)
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false
    if ((await stat(path).catch(() => null)) !== null) return false
    await rename(part, path)
    return true
  }
  await rm(part)
  return true
}
