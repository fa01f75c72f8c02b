import type { JsonObject, Observation } from '../../domain/model.ts'
import { linesOf } from '../../formats/reading/lines/lines.ts'
import { valuesOf } from '../../formats/reading/lines/lineValues.ts'
import { unpacked } from '../../formats/compressedLines.ts'
import { rawOrigin, type RawOrigin } from '../../domain/records/importedFields.ts'
import type { Scope } from '../scope.ts'

/** Gives back imported entries as they stood in their files. */
export interface StoredEntries {
  /** Null when the observation was not imported from such a file, or its line is gone. */
  of(observation: Observation): Promise<JsonObject | null>
  /** The line that it was read from; null when it was not imported from such a file, or there only as a part of a value. */
  lineOf(observation: Observation): Promise<Uint8Array | null>
}

interface Opened {
  readonly key: string
  readonly firstLine: number
  readonly lines: readonly Uint8Array[]
}
const keptChunks = 4

/** Returns a reader of entries whose files were of a format; it keeps the chunks used last. */
export function storedEntries(scope: Scope, format: string): StoredEntries {
  const opened: Opened[] = []
  const chunkWith = async ({ conversationId, source, line }: RawOrigin): Promise<Opened | null> => {
    const key = `${conversationId}\n${source}`
    const known = opened.find(
      (one) => one.key === key && line >= one.firstLine && line < one.firstLine + one.lines.length,
    )
    if (known) return known
    const [chunk] = await scope.store.rawChunks(conversationId, source, line, 1)
    if (!chunk) return null
    const all = linesOf(await unpacked(chunk.bytes)).map(({ bytes }) => bytes)
    const made = { key, firstLine: chunk.firstLine, lines: all }
    opened.unshift(made)
    opened.length = Math.min(opened.length, keptChunks)
    return made
  }
  const bytesOf = async (place: RawOrigin | null): Promise<Uint8Array | null> => {
    if (place === null || !isOf(place.source, format)) return null
    const chunk = await chunkWith(place)
    return chunk?.lines[place.line - chunk.firstLine] ?? null
  }
  const valuesAt = async (place: RawOrigin | null) => {
    const bytes = await bytesOf(place)
    return bytes && { bytes, values: valuesOf({ number: place?.line ?? 0, offset: 0, bytes }, null).values }
  }
  return {
    async of(observation) {
      const place = rawOrigin(observation)
      return (await valuesAt(place))?.values[place?.part ?? 0] ?? null
    },
    async lineOf(observation) {
      const result = await valuesAt(rawOrigin(observation))
      return result?.values.length === 1 ? result.bytes : null
    },
  }
}

/** Says whether a source of raw lines is a file of a format. */
export function isOf(source: string, format: string): boolean {
  return source.startsWith(`${format}:`)
}
