import type { JsonObject, Observation } from '../../domain/model.ts'
import { linesOf } from '../../formats/reading/lines.ts'
import { valuesOf } from '../../formats/reading/lineValues.ts'
import { unpacked } from '../imports/compressedLines.ts'
import { rawOrigin, type RawOrigin } from '../../domain/importedFields.ts'
import type { Scope } from '../scope.ts'

/** Gives back imported entries as they stood in their files. */
export interface StoredEntries {
  /** Null when the observation was not imported from such a file, or its line is gone. */
  of(observation: Observation): Promise<JsonObject | null>
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
    const [chunk] = await scope.store.rawChunks(scope.tenant, conversationId, source, line, 1)
    if (!chunk) return null
    const made = { key, firstLine: chunk.firstLine, lines: linesOf(unpacked(chunk.bytes)).map(({ bytes }) => bytes) }
    opened.unshift(made)
    opened.length = Math.min(opened.length, keptChunks)
    return made
  }
  return {
    async of(observation) {
      const place = rawOrigin(observation)
      if (place === null || !isOf(place.source, format)) return null
      const chunk = await chunkWith(place)
      const bytes = chunk?.lines[place.line - chunk.firstLine]
      if (!bytes) return null
      return valuesOf({ number: place.line, offset: 0, bytes }, null).values[place.part] ?? null
    },
  }
}

/** Says whether a source of raw lines is a file of a format. */
export function isOf(source: string, format: string): boolean {
  return source.startsWith(`${format}:`)
}
