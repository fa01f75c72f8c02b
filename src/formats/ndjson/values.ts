/**
 * The stored values as lines hold them: segments, which depend on the order of arrival, are left out, and what a store makes
 * again from the nodes of a conversation.
 */
import { contentKinds, type Contents, type ContentKind } from '../../domain/contents.ts'
import type { Conversation, Json, Message, Observation, Place } from '../../domain/model.ts'
import { valueText } from './lines.ts'

/** A node before its segment is known, and what the prompts of its path come to. */
export type Unsegmented = Omit<Observation, 'place'> & {
  readonly place: Omit<Place, 'segmentId' | 'pricing' | 'prompts'> | null
}

/** Returns a value as the text of its line. */
export function textOf<K extends ContentKind>(kind: K, value: Contents[K]): string {
  if (kind === 'conversation') {
    const { showsOthers: _, hasCorrections: __, ...conversation } = value as Conversation
    return valueText(conversation)
  }
  if (kind === 'message') {
    const { restated, ...message } = value as Message
    return valueText(restated === null ? message : { ...message, restated })
  }
  if (kind !== 'observation') return valueText(value)
  const { salt, restates, ...observation } = value as Observation
  const fields = { ...observation, ...(salt !== null && { salt }), ...(restates !== null && { restates }) }
  if (fields.place === null) return valueText(fields)
  const { segmentId: _, pricing: __, prompts: ___, ...place } = fields.place
  return valueText({ ...fields, place })
}

/** Returns the value of a line; an observation of the tree lacks its segment. */
export function valueOf<K extends ContentKind>(kind: K, value: Json): Contents[K] {
  if (kind === 'observation') return { salt: null, restates: null, ...(value as object) } as unknown as Contents[K]
  if (kind === 'message') return { restated: null, ...(value as object) } as unknown as Contents[K]
  if (kind === 'conversation')
    return { ...(value as object), showsOthers: false, hasCorrections: false } as unknown as Contents[K]
  if (kind !== 'rawChunk') return value as unknown as Contents[K]
  const chunk = value as unknown as Omit<Contents['rawChunk'], 'bytes'> & { readonly bytes: string }
  return { ...chunk, bytes: Buffer.from(chunk.bytes, 'base64') } as unknown as Contents[K]
}

const kinds: ReadonlySet<string> = new Set(contentKinds)

/** Says whether a line holds a stored value. */
export function isContentKind(line: string): line is ContentKind {
  return kinds.has(line)
}
