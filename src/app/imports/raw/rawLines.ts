import { linesOf } from '../../../formats/reading/lines/lines.ts'
import type { StoredFile } from '../../../formats/plan.ts'
import type { RawChunk } from '../../../domain/model.ts'
import { resumedSessions } from '../../../domain/records/importMarks.ts'
import type { Scope } from '../../scope.ts'
import { packed, unpacked } from '../../../formats/compressedLines.ts'

const newline = 0x0a

/** Says whether a line without newline is the beginning of another: it had not been written to its end. */
export function isBeginning(part: Uint8Array, line: Uint8Array): boolean {
  return part.at(-1) !== newline && Buffer.compare(part, line.subarray(0, part.length)) === 0
}

/** Yields the lines of a stored source with their terminators. */
export async function* storedLines(
  scope: Scope,
  conversationId: string,
  source: string,
  from = 1,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of storedChunks(scope, conversationId, source, from)) {
    let skip = Math.max(0, from - chunk.firstLine)
    for (const bytes of await linesIn(chunk)) if (skip-- <= 0) yield bytes
  }
}

/** A chunk of one may be a block, which is not to be cut where a newline is in it. */
async function linesIn({ lineCount, bytes }: RawChunk): Promise<Uint8Array[]> {
  const all = await unpacked(bytes)
  return lineCount === 1 ? [all] : linesOf(all).map((line) => line.bytes)
}

/** Yields the chunks of a stored source in order, from the one that holds line `from`. */
export async function* storedChunks(
  scope: Scope,
  conversationId: string,
  source: string,
  from = 1,
): AsyncGenerator<RawChunk> {
  for (let next = from; ;) {
    const chunks = await scope.store.rawChunks(conversationId, source, next, 8)
    for (const chunk of chunks) {
      scope.signal?.throwIfAborted()
      yield chunk
      next = chunk.firstLine + chunk.lineCount
    }
    if (chunks.length === 0) return
  }
}

/** Returns where the files of a conversation are stored, or of a session that an agent was given of one. */
export async function storedSourcesOf(
  scope: Scope,
  id: string,
): Promise<{ readonly conversationId: string; readonly source: string }[]> {
  const own = await scope.store.rawSources(id)
  const mark =
    own.length > 0 ? null : resumedSessions.read((await scope.store.importMarks([resumedSessions.nameOf(id)]))[0])
  const conversationId = mark?.conversationId ?? id
  const sources = conversationId === id ? own : await scope.store.rawSources(conversationId)
  return sources.map(({ source }) => ({ conversationId, source }))
}

/** Returns the files that were imported of a conversation or session, in the order of their names. */
export async function storedFiles(scope: Scope, id: string): Promise<StoredFile[]> {
  return (await storedSourcesOf(scope, id)).map(({ conversationId, source }) => ({
    source,
    async *open() {
      for await (const chunk of storedChunks(scope, conversationId, source)) yield await unpacked(chunk.bytes)
    },
  }))
}

/** Lines that were read and are to be stored. */
export interface LineBuffer {
  firstLine: number
  lines: Uint8Array[]
  /** Each is kept by itself. */
  readonly areBlocks: boolean
}

/** Returns the lines as chunks. One that has no newline yet is a chunk of its own: a longer state replaces it. */
export async function chunksOf(
  conversationId: string,
  source: string,
  { firstLine, lines, areBlocks }: LineBuffer,
): Promise<RawChunk[]> {
  const last = lines.at(-1)
  const isOpen = last !== undefined && last.at(-1) !== newline && lines.length > 1
  const parts = areBlocks ? lines.map((block) => [block]) : isOpen ? [lines.slice(0, -1), [last]] : [lines]
  let next = firstLine
  const chunks: RawChunk[] = []
  for (const part of parts) {
    chunks.push({
      conversationId,
      source,
      firstLine: next,
      lineCount: part.length,
      bytes: await packed(part),
    })
    next += part.length
  }
  return chunks
}
