import { erasedLine } from '../../domain/erasure/erasedLine.ts'
import type { Block, JsonObject, Observation, RawChunk } from '../../domain/model.ts'
import { rawOrigin } from '../../domain/records/importedFields.ts'
import { packed, unpacked } from '../../formats/compressedLines.ts'
import { linesOf } from '../../formats/reading/lines/lines.ts'
import type { Scope } from '../scope.ts'

/** What an observation took from a raw line, which is erased there. */
export interface RawLineUse {
  readonly conversationId: string
  readonly source: string
  readonly line: number
  readonly content: { readonly blocks: readonly Block[]; readonly fields: JsonObject }
}

/** Returns the chunks that hold the raw lines of observations, with those lines emptied. */
export function erasedChunks(scope: Scope, open: readonly Observation[], erasureId: string): Promise<RawChunk[]> {
  return emptiedChunks(scope, rawLinesOf(open), erasureId, [])
}

/** Returns the raw lines that observations were read from, with what each took of its line. */
export function rawLinesOf(observations: readonly Observation[]): RawLineUse[] {
  return observations.flatMap((one): RawLineUse[] => {
    const origin = rawOrigin(one)
    const { blocks, fields, marker } = one
    const summary: Block[] = marker?.summary == null ? [] : [{ type: 'text', text: marker.summary }]
    return origin === null ? [] : [{ ...origin, content: { blocks: [...blocks, ...summary], fields } }]
  })
}

/** Returns chunks with lines emptied: those that are about to be written, and else those that are stored. */
export async function emptiedChunks(
  scope: Scope,
  lines: readonly RawLineUse[],
  erasureId: string,
  unwritten: readonly RawChunk[],
): Promise<RawChunk[]> {
  const changed = new Map<string, RawChunk>()
  const lengths = new Map<string, number>()
  const keyOf = ({ conversationId, source, firstLine }: RawChunk) => JSON.stringify([conversationId, source, firstLine])
  for (const { conversationId, source, line, content } of lines) {
    const holds = (chunk: RawChunk) =>
      chunk.conversationId === conversationId &&
      chunk.source === source &&
      chunk.firstLine <= line &&
      line < chunk.firstLine + chunk.lineCount
    const known = [...changed.values(), ...unwritten].find(holds)
    const chunk = known ?? (await scope.store.rawChunks(conversationId, source, line, 1)).find(holds)
    if (chunk === undefined) continue
    const all = await unpacked(chunk.bytes)
    const parts: Uint8Array[] = chunk.lineCount === 1 ? [all] : linesOf(all).map(({ bytes }) => bytes)
    const at = line - chunk.firstLine
    const isShared = (await linesIn(scope, lengths, conversationId, source)) <= 1
    parts[at] = erasedLine(parts[at] as Uint8Array, content, erasureId, isShared)
    changed.set(keyOf(chunk), { ...chunk, bytes: await packed(parts) })
  }
  return [...changed.values()]
}

/** A file of one line is one value, which holds all of its entries. */
async function linesIn({ store }: Scope, known: Map<string, number>, id: string, source: string): Promise<number> {
  const key = JSON.stringify([id, source])
  if (!known.has(key))
    for (const one of await store.rawSources(id)) known.set(JSON.stringify([id, one.source]), one.lineCount)
  return known.get(key) ?? 2
}
