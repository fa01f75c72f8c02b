import type { Block, Json, JsonObject } from '../../domain/model.ts'
import { textBlocks } from '../reading/tree/drafts.ts'
import { asList, asObject, asText, extraOf, objectsIn } from '../reading/values.ts'

/** What a message's content says, and whether its type is known. */
export interface ChatGptContent {
  readonly blocks: readonly Block[]
  readonly isKnown: boolean
}

/** Returns a message's content as blocks; what is no text is kept verbatim. */
export function readContent(value: Json | undefined): ChatGptContent {
  const content = asObject(value)
  const type = asText(content?.['content_type']) ?? ''
  const read = content && Object.hasOwn(readers, type) ? readers[type]?.(content) : undefined
  if (read) return { blocks: read, isKnown: true }
  return { blocks: value === undefined || value === null ? [] : [{ type: 'other', value }], isKnown: false }
}

type Reader = (content: JsonObject) => Block[] | undefined

const readers: Readonly<Record<string, Reader>> = {
  text: readParts,
  multimodal_text: readParts,
  code: readText,
  execution_output: readText,
  system_error: readText,
  tether_quote: readText,
  tether_browsing_code: readText,
  tether_browsing_display: (content) => named(content, 'result'),
  computer_output: (content) => [{ type: 'other', value: content }],
  thoughts: ({ content_type: _type, thoughts, ...extra }) =>
    objectsIn(thoughts).map((thought) => thoughtOf(thought, extra)),
  reasoning_recap: ({ content_type: _type, content, ...extra }) =>
    typeof content === 'string' ? [{ type: 'thinking', thinking: content, ...extraOf(extra) }] : undefined,
  user_editable_context: readSettings,
  model_editable_context: readSettings,
}

function readParts({ content_type: _type, parts, ...extra }: JsonObject): Block[] | undefined {
  if (!Array.isArray(parts)) return undefined
  const blocks = asList(parts).flatMap((part): Block[] =>
    typeof part === 'string' ? textBlocks(part) : spokenWords(part),
  )
  return Object.keys(extra).length > 0 ? [...blocks, { type: 'other', value: extra }] : blocks
}

/** What was said aloud stands beside its sound, as its words. */
function spokenWords(part: Json): Block[] {
  const { content_type: type, text, ...extra } = asObject(part) ?? {}
  const isSpoken = type === 'audio_transcription' && typeof text === 'string'
  return isSpoken
    ? textBlocks(text).map((block) => ({ ...block, ...extraOf(extra) }))
    : [{ type: 'other', value: part }]
}

function readText(content: JsonObject): Block[] | undefined {
  return named(content, 'text')
}

function named(content: JsonObject, name: string): Block[] | undefined {
  const { [name]: text, ...extra } = content
  return typeof text === 'string' ? [{ type: 'text', text, ...extraOf(extra) }] : undefined
}

function thoughtOf({ content, ...rest }: JsonObject, extra: JsonObject): Block {
  return { type: 'thinking', thinking: typeof content === 'string' ? content : '', ...extraOf({ ...rest, ...extra }) }
}

/** What a person has set for all their talks. */
function readSettings(content: JsonObject): Block[] {
  return [{ type: 'other', value: content }]
}
