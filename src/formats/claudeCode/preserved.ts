import type { Json, JsonObject } from '../../domain/model.ts'
import { asObject, asText } from '../reading/values.ts'

/** What a compaction kept of the talk before it. */
export interface Preserved {
  /** First and last node of each kept stretch. */
  readonly keep: readonly (readonly [string, string])[]
  /** What follows `tail` in the file follows `anchor` in the talk. */
  readonly moved: readonly { readonly tail: string; readonly anchor: string }[]
}

/** Returns what a compact boundary says that it kept; null when it says nothing. */
export function preservedOf(boundary: JsonObject): Preserved | null {
  const metadata = asObject(boundary['compactMetadata'])
  const segment = asObject(metadata?.['preservedSegment'])
  const [head, anchor, tail] = ['head', 'anchor', 'tail'].map(
    (end) => asText(segment?.[`${end}Uuid`]) ?? asText(segment?.[end]),
  )
  const messages = idsOf(metadata?.['preservedMessages'])
  const keep = head && tail ? [[head, tail] as const] : messages.map((id) => [id, id] as const)
  if (keep.length === 0) return null
  return { keep, moved: tail && anchor ? [{ tail, anchor }] : [] }
}

function idsOf(value: Json | undefined): string[] {
  const list = Array.isArray(value) ? value : (asObject(value)?.['uuids'] ?? asObject(value)?.['allUuids'])
  return Array.isArray(list) ? list.filter((id): id is string => typeof id === 'string') : []
}
