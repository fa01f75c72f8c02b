import type { Json, JsonObject } from '../../domain/model.ts'
import { asObject, asText } from '../reading/values.ts'

/** What a compaction kept of the talk before it. */
export interface Preserved {
  /** First and last node of each kept stretch. */
  readonly keep: readonly (readonly [string, string])[]
  /** The last one kept: what follows it in the file follows the summary in the talk. */
  readonly tail: string | null
  /** What they stand behind, which is the summary. */
  readonly anchor: string | null
  /** Those kept one by one, in the order of the talk, where the boundary says so. */
  readonly messages: readonly string[]
}

/** Returns what a compact boundary says that it kept; null when it says nothing. `known` is what a line is known by. */
export function preservedOf(boundary: JsonObject, known: (uuid: string) => string): Preserved | null {
  const metadata = asObject(boundary['compactMetadata'])
  const segment = asObject(metadata?.['preservedSegment'])
  const [head, anchor, tail] = (['head', 'anchor', 'tail'] as const).map((end) => {
    const uuid = asText(segment?.[`${end}Uuid` as const]) ?? asText(segment?.[end])
    return uuid === null ? null : known(uuid)
  })
  const preserved = asObject(metadata?.['preservedMessages'])
  const messages = idsOf(metadata?.['preservedMessages']).map(known)
  const ends = head && tail ? [[head, tail] as const] : []
  const keep = [...ends, ...messages.map((id) => [id, id] as const)]
  if (keep.length === 0) return null
  const named = asText(preserved?.['anchorUuid'])
  const at = anchor ?? (named === null ? null : known(named))
  return { keep, tail: tail ?? messages.at(-1) ?? null, anchor: at, messages }
}

function idsOf(value: Json | undefined): string[] {
  const list = Array.isArray(value) ? value : (asObject(value)?.['uuids'] ?? asObject(value)?.['allUuids'])
  return Array.isArray(list) ? list.filter((id): id is string => typeof id === 'string') : []
}
