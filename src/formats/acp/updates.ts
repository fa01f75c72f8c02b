import type { Block, Json, JsonObject } from '../../domain/model.ts'
import { extraOf, asObject, asText } from '../reading/values.ts'

/** One update of a session, from a notification. */
export interface Update {
  readonly sessionId: string
  readonly kind: string
  readonly update: JsonObject
  /** What stands around it. */
  readonly meta: JsonObject
  readonly timestamp: Json
}

/** Returns the update in a line; null for any other message. Vendors have methods of their own. */
export function updateOf(value: JsonObject): Update | null {
  const params = asObject(value['params']) ?? (value['method'] === undefined ? value : null)
  const update = asObject(params?.['update'])
  const [sessionId, kind] = [asText(params?.['sessionId']), asText(update?.['sessionUpdate'])]
  if (!params || !update || sessionId === null || kind === null) return null
  const meta = asObject(params['_meta']) ?? {}
  return { sessionId, kind, update, meta, timestamp: meta['agentTimestampMs'] ?? value['timestamp'] ?? null }
}

/** A request of the client's, or an answer to one. */
export type Exchange =
  | { readonly kind: 'prompt'; readonly sessionId: string; readonly prompt: Json; readonly id: Json }
  | { readonly kind: 'answer'; readonly id: Json; readonly result: JsonObject }

/** Returns the prompt or the answer in a line; null for any other message. */
export function exchangeOf(value: JsonObject): Exchange | null {
  const params = asObject(value['params'])
  const sessionId = asText(params?.['sessionId'])
  const { id = null, method } = value
  if (method === 'session/prompt' && params && sessionId !== null)
    return { kind: 'prompt', sessionId, prompt: params['prompt'] ?? null, id }
  const result = asObject(value['result'])
  return method === undefined && id !== null && result && 'stopReason' in result ? { kind: 'answer', id, result } : null
}

/** Returns a content block. */
export function contentBlock(value: Json | undefined): Block[] {
  if (value === undefined || value === null) return []
  if (typeof value === 'string') return [{ type: 'text', text: value }]
  const { type, text, ...extra } = asObject(value) ?? {}
  return [
    type === 'text' && typeof text === 'string' ? { type: 'text', text, ...extraOf(extra) } : { type: 'other', value },
  ]
}

/** Joins texts that follow each other, as a message was sent in pieces. */
export function joinedBlocks(blocks: readonly Block[], next: readonly Block[]): Block[] {
  const joined = [...blocks]
  for (const block of next) {
    const last = joined.at(-1)
    if (last?.type === 'text' && block.type === 'text')
      joined[joined.length - 1] = { ...last, text: last.text + block.text }
    else joined.push(block)
  }
  return joined
}
