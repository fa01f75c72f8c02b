import { Readable } from 'node:stream'
import { fromRandomAccessReader, RandomAccessReader, type Entry, type ZipFile } from 'yauzl'
import { badInput, Refusal } from '../../../domain/refusals.ts'
import type { Archive, Member } from '../../../formats/archive.ts'
import type { ImportSource } from '../../../formats/importSource.ts'
import { legiblePieces } from './packing.ts'

/** Members of an archive that are looked at. */
const mostMembers = 100_000

/** Says whether a file is a zip archive, by its first bytes. */
export async function isZip(source: ImportSource): Promise<boolean> {
  const head = await source.slice(0, 4)
  return Buffer.from(head).toString('latin1') === 'PK\u0003\u0004'
}

/** Returns a zip archive with its files in the order of their names, numbers by their value; refuses a damaged one. */
export async function openArchive(source: ImportSource): Promise<Archive> {
  const entries = await legible(openZip(source).then((zip) => entriesOf(zip)))
  return { members: entries.sort((a, b) => natural.compare(a.name, b.name)) }
}

const natural = new Intl.Collator('en', { numeric: true })

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

/** The files of an archive; what macOS puts beside them is none. */
function entriesOf(zip: ZipFile): Promise<Member[]> {
  const members: Member[] = []
  return new Promise((done, fail) => {
    zip.on('entry', (entry: Entry) => {
      if (members.length >= mostMembers) {
        fail(new Refusal('LIMIT_EXCEEDED', { limit: mostMembers }, `The archive has more than ${mostMembers} files.`))
        return
      }
      if (!/(^|\/)__MACOSX\/|\/$/.test(entry.fileName)) members.push(memberOf(zip, entry))
      zip.readEntry()
    })
    zip.once('end', () => done(members))
    zip.on('error', fail)
    zip.readEntry()
  })
}

function memberOf(zip: ZipFile, entry: Entry): Member {
  const { fileName: name, uncompressedSize: byteSize } = entry
  return { name, byteSize, open: () => legiblePieces(bytesOf(zip, entry)), raw: () => bytesOf(zip, entry) }
}

/** Opened when it is read: what fails in a stream that nobody reads yet would end the process. */
async function* bytesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  try {
    const stream = await new Promise<Readable>((done, fail) => {
      zip.openReadStream(entry, (error, result) => {
        if (error) fail(error)
        else done(result)
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
    throw error instanceof Refusal ? error : damaged(error)
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
