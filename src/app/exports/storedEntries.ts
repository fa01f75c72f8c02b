import type { Json, JsonObject, Observation } from '../../domain/model.ts'
import { valuesOf } from '../../formats/claudeCode/lineIndex.ts'
import { linesOf } from '../../formats/lines.ts'
import type { Scope } from '../scope.ts'
import { unpacked } from '../imports/compressedLines.ts'

/** Gives back imported entries as they stood in their files. */
export interface StoredEntries {
  /** Null when the observation was not imported, or its line is gone. */
  of(observation: Observation): Promise<JsonObject | null>
}

interface Place {
  readonly conversationId: string
  readonly source: string
  readonly line: number
  readonly part: number
}

/** Says where an imported observation's line is kept; null for what was stored here. */
export function placeOf({ fields }: Observation): Place | null {
  const place = fields['importedFrom'] as Partial<Record<keyof Place, Json>> | undefined
  if (typeof place?.source !== 'string' || typeof place.conversationId !== 'string') return null
  return {
    conversationId: place.conversationId,
    source: place.source,
    line: Number(place.line),
    part: Number(place.part),
  }
}

interface Opened {
  readonly key: string
  readonly firstLine: number
  readonly lines: readonly Uint8Array[]
}
const keptChunks = 4

/** Returns a reader that keeps the chunks used last. */
export function storedEntries(scope: Scope): StoredEntries {
  const opened: Opened[] = []
  const chunkWith = async ({ conversationId, source, line }: Place): Promise<Opened | null> => {
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
      const place = placeOf(observation)
      if (place === null) return null
      const chunk = await chunkWith(place)
      const bytes = chunk?.lines[place.line - chunk.firstLine]
      if (!bytes) return null
      return valuesOf({ number: place.line, offset: 0, bytes }, null).values[place.part] ?? null
    },
  }
}
