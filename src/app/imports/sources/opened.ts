import { Refusal } from '../../../domain/refusals.ts'
import type { Archive } from '../../../formats/archive.ts'
import type { ImportSource } from '../../../formats/importSource.ts'
import { isZip, openArchive } from './archive.ts'
import { isPacked, legiblePieces } from './packing.ts'
import { withSpooled, type SpoolRoom } from './spooled.ts'
import { mostWithout, transcriptsIn, type Transcript, type Transcripts } from './transcripts.ts'

/** What a file holds: one transcript, or those of an archive and what lies beside them. */
export type OpenedSource =
  | { readonly kind: 'FILE'; readonly source: ImportSource }
  | ({ readonly kind: 'ARCHIVE'; readonly archive: Archive } & Transcripts)

/**
 * Does something with what a file holds: unpacked where it is packed by gzip or zstd, which is removed afterwards, its
 * transcripts where it is a zip archive, and the source itself where it is neither, or an archive without transcripts.
 * Refuses what is damaged, and what has no room.
 */
export async function withOpened<R>(
  source: ImportSource,
  room: SpoolRoom,
  use: (opened: OpenedSource) => Promise<R>,
): Promise<R> {
  if (!isPacked(await source.slice(0, 4))) return use(await openedAt(source, room))
  const name = source.name?.replace(/\.(gz|zstd?)$/i, '') ?? null
  return withSpooled(legiblePieces(source.open()), name, room, async (file) => use(await openedAt(file, room)))
}

/** Says whether a file may hold more than its own bytes: it is packed, or an archive. */
export async function holdsMore(source: ImportSource): Promise<boolean> {
  return isPacked(await source.slice(0, 4)) || (await isZip(source))
}

async function openedAt(source: ImportSource, { limit }: SpoolRoom): Promise<OpenedSource> {
  if (!(await isZip(source))) return { kind: 'FILE', source }
  const archive = await openArchive(source)
  const { transcripts, unopened } = await transcriptsIn(archive)
  if (transcripts.length === 0 && unopened > 0) {
    const message = `None of the files of the archive that were opened is a transcript; ${unopened} more were not opened.`
    throw new Refusal('LIMIT_EXCEEDED', { limit: mostWithout, unopened }, message)
  }
  if (transcripts.length === 0) return { kind: 'FILE', source }
  const bytes = transcripts.reduce((sum, { member }) => sum + member.byteSize, 0)
  if (bytes <= limit) return { kind: 'ARCHIVE', archive, transcripts, unopened }
  const what =
    transcripts.length === 1
      ? `"${transcripts[0]?.member.name ?? ''}" in the archive has`
      : 'The transcripts in the archive have'
  throw new Refusal('LIMIT_EXCEEDED', { limit }, `${what} more than ${limit} bytes.`)
}

/** Returns the transcripts that a file holds which is packed, or an archive; null where it is neither or cannot be read. */
export async function packedTranscripts(source: ImportSource): Promise<readonly Transcript[] | null> {
  return (await isZip(source)) ? (await transcriptsIn(await openArchive(source))).transcripts : null
}
