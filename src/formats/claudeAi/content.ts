import type { Block, Json, JsonObject } from '../../domain/model.ts'
import { resultBlock } from '../reading/tree/drafts.ts'
import { asList, asObject, asText, extraOf, objectsIn } from '../reading/values.ts'
import { own } from '../../runtime/own.ts'

/**
 * Returns what a message says: its content in order; its `text` where no text stands there. Calls without an id, and
 * their results, get one that is made of the message's and of the call's place.
 */
export function blocksOf({ uuid, content, text }: JsonObject): Block[] {
  const ids = callIdsIn(objectsIn(content), asText(uuid) ?? '')
  const blocks = asList(content).flatMap((value): Block[] => {
    const block = asObject(value)
    return (
      (block && own(readers, asText(block['type']) ?? '')?.(block, ids.get(block) ?? '')) ?? [{ type: 'other', value }]
    )
  })
  const isSaid = blocks.some((block) => block.type === 'text')
  return isSaid || typeof text !== 'string' || text.trim() === '' ? blocks : [...blocks, { type: 'text', text }]
}

type Reader = (block: JsonObject, callId: string) => Block[] | null

const readers: Readonly<Record<string, Reader | undefined>> = {
  text: ({ text, citations }) =>
    typeof text !== 'string'
      ? null
      : text.trim() === ''
        ? []
        : [{ type: 'text', text, ...extraOf(asList(citations).length > 0 ? { citations: citations as Json } : {}) }],
  thinking: ({ thinking, signature, summaries }) =>
    typeof thinking !== 'string'
      ? null
      : [
          {
            type: 'thinking',
            thinking,
            ...(typeof signature === 'string' && { signature }),
            ...extraOf(asList(summaries).length > 0 ? { summaries: summaries as Json } : {}),
          },
        ],
  tool_use: ({ name, input }, callId) =>
    typeof name === 'string' ? [{ type: 'toolCall', callId, name, input: input ?? {} }] : null,
  tool_result: ({ content, is_error: isError }, callId) => [resultBlock(callId, content ?? null, isError === true)],
}

/** The id of each call, and of the call that each result answers. */
function callIdsIn(content: readonly JsonObject[], message: string): Map<JsonObject, string> {
  const ids = new Map<JsonObject, string>()
  /** Calls without an id that wait for their result, by name. */
  const open = new Map<string, string[]>()
  for (const [at, block] of content.entries()) {
    const name = asText(block['name']) ?? ''
    const made = `${message}.${at}`
    if (block['type'] === 'tool_use') {
      const id = asText(block['id'])
      ids.set(block, id ?? made)
      if (id === null) open.set(name, [...(open.get(name) ?? []), made])
    } else if (block['type'] === 'tool_result')
      ids.set(block, asText(block['tool_use_id']) ?? open.get(name)?.shift() ?? made)
  }
  return ids
}
