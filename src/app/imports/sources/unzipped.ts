import { basename } from 'node:path/posix'
import { Readable } from 'node:stream'
import { fromRandomAccessReader, RandomAccessReader, type Entry, type ZipFile } from 'yauzl'
import { badInput, Refusal } from '../../../domain/refusals.ts'
import type { ImportSource } from '../../../formats/importSource.ts'
import { withSpooled, type SpoolRoom } from './spooled.ts'

/** What is imported of a zip archive, in whatever folder it lies. */
const wanted = 'conversations.json'

/**
 * Does something with the transcript in a zip archive, as a file that is removed afterwards, under the archive's name; with
 * the source itself where it is no archive, or one without a transcript. Refuses a damaged one, and what has no room.
 */
export async function withUnzipped<R>(
  source: ImportSource,
  room: SpoolRoom,
  use: (source: ImportSource) => Promise<R>,
): Promise<R> {
  if (!(await isZip(source))) return use(source)
  const zip = await legible(openZip(source))
  const entry = await legible(entryOf(zip))
  if (entry === null) return use(source)
  const { limit } = room
  if (entry.uncompressedSize > limit)
    throw new Refusal('LIMIT_EXCEEDED', { limit }, `"${entry.fileName}" in the archive has more than ${limit} bytes.`)
  return withSpooled(bytesOf(zip, entry), source.name, room, use)
}

/** Says whether a file is an archive that holds a transcript; a damaged one holds none. */
export async function holdsTranscript(source: ImportSource): Promise<boolean> {
  if (!(await isZip(source))) return false
  try {
    return (await entryOf(await openZip(source))) !== null
  } catch {
    return false
  }
}

async function isZip(source: ImportSource): Promise<boolean> {
  const head = await source.slice(0, 4)
  return Buffer.from(head).toString('latin1') === 'PK\u0003\u0004'
}

async function openZip(source: ImportSource): Promise<ZipFile> {
  let size = 0
  for await (const piece of source.open()) size += piece.length
  return new Promise((done, fail) => {
    fromRandomAccessReader(new SourceReader(source), size, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error) fail(error)
      else done(zip)
    })
  })
}

/** Returns the first transcript of the archive, null where there is none. */
function entryOf(zip: ZipFile): Promise<Entry | null> {
  return new Promise((done, fail) => {
    zip.on('entry', (entry: Entry) => {
      if (basename(entry.fileName) === wanted) done(entry)
      else zip.readEntry()
    })
    zip.once('end', () => done(null))
    zip.on('error', fail)
    zip.readEntry()
  })
}

/** Opened when it is read: what fails in a stream that nobody reads yet would end the process. */
async function* bytesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  try {
    const stream = await new Promise<Readable>((done, fail) => {
      zip.openReadStream(entry, (error, found) => {
        if (error) fail(error)
        else done(found)
      })
    })
    for await (const piece of stream) yield piece as Uint8Array
  } catch (error) {
    throw damaged(error)
  }
}

async function legible<T>(opened: Promise<T>): Promise<T> {
  try {
    return await opened
  } catch (error) {
    throw damaged(error)
  }
}

function damaged(error: unknown): Refusal {
  const why = error instanceof Error ? error.message : String(error)
  return badInput(`The zip archive cannot be read: ${why}.`, {})
}

/** Bytes that are taken from the source at once. */
const pieceBytes = 1024 * 1024

class SourceReader extends RandomAccessReader {
  readonly #source: ImportSource
  constructor(source: ImportSource) {
    super()
    this.#source = source
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(piecesOf(this.#source, start, end), { objectMode: false })
  }
}

async function* piecesOf(source: ImportSource, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end;) {
    const piece = await source.slice(at, Math.min(pieceBytes, end - at))
    if (piece.length === 0) return
    yield piece
    at += piece.length
  }
}
