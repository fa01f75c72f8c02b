import { withoutTraces, type AttachmentTraces } from '../../../domain/erasure/attachmentTraces.ts'
import type { RawChunk } from '../../../domain/model.ts'
import type { RawOrigin } from '../../../domain/records/importedFields.ts'
import { packed, unpacked } from '../../../formats/compressedLines.ts'
import { linesOf } from '../../../formats/reading/lines/lines.ts'
import { liveLines, placeOf } from '../looseLines.ts'
import type { Scope } from '../../scope.ts'

/** What is to be cut out of the raw line of an observation; null where it has none. */
export interface CutLine {
  readonly origin: RawOrigin | null
  readonly traces: AttachmentTraces
}

const chunksAtOnce = 4
const nothing: AttachmentTraces = { names: [], contents: [] }

/** Returns the chunks of observations' files with what is cut out of them: out of their own lines, and contents out of lines of which nothing that stays was read. */
export async function cutChunks(scope: Scope, lines: readonly CutLine[], erasureId: string): Promise<RawChunk[]> {
  const sources = new Map<string, Map<number, AttachmentTraces[]>>()
  for (const { origin, traces } of lines) {
    if (origin === null) continue
    const name = JSON.stringify([origin.conversationId, origin.source])
    const own = sources.get(name) ?? new Map<number, AttachmentTraces[]>()
    sources.set(name, own.set(origin.line, [...(own.get(origin.line) ?? []), traces]))
  }
  const changed: RawChunk[] = []
  for (const [name, own] of sources) {
    const [conversationId, source] = JSON.parse(name) as [string, string]
    const contents = lines[0]?.traces.contents ?? []
    const live = await liveLines(scope, conversationId, new Set())
    const tracesAt = (line: number): AttachmentTraces => {
      const names = own.get(line)?.flatMap((one) => one.names)
      if (names === undefined && live.has(placeOf(source, line))) return nothing
      return { names: names ?? [], contents }
    }
    for await (const chunk of chunksOf(scope, conversationId, source)) {
      const cut = await cutChunk(chunk, tracesAt, erasureId)
      if (cut) changed.push(cut)
    }
  }
  return changed
}

async function* chunksOf({ store }: Scope, conversationId: string, source: string): AsyncGenerator<RawChunk> {
  for (let from = 1; ;) {
    const chunks = await store.rawChunks(conversationId, source, from, chunksAtOnce)
    yield* chunks
    const last = chunks.at(-1)
    if (last === undefined) return
    from = last.firstLine + last.lineCount
  }
}

/** Returns a chunk without what is cut out of its lines; null where nothing is. */
export async function cutChunk(
  chunk: RawChunk,
  tracesAt: (line: number) => AttachmentTraces,
  erasureId: string,
): Promise<RawChunk | null> {
  const all = await unpacked(chunk.bytes)
  const lines: Uint8Array[] = chunk.lineCount === 1 ? [all] : linesOf(all).map(({ bytes }) => bytes)
  let isChanged = false
  for (const [at, line] of lines.entries()) {
    const traces = tracesAt(chunk.firstLine + at)
    if (traces.names.length + traces.contents.length === 0) continue
    const cut = withoutTraces(line, traces, erasureId)
    isChanged ||= cut !== line
    lines[at] = cut
  }
  return isChanged ? { ...chunk, bytes: await packed(lines) } : null
}
