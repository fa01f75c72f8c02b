import type { Block, Json, JsonObject } from '../../domain/model.ts'
import { textBlocks } from '../reading/tree/drafts.ts'
import { asList, asObject, asText, extraOf, objectsIn, without } from '../reading/values.ts'

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

const settings = ['user_profile', 'user_instructions', 'model_set_context'] as const

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

function named(content: JsonObject, name: 'text' | 'result'): Block[] | undefined {
  const { [name]: text, ...extra } = content
  return typeof text === 'string' ? [{ type: 'text', text, ...extraOf(extra) }] : undefined
}

function thoughtOf({ content, ...rest }: JsonObject, extra: JsonObject): Block {
  return { type: 'thinking', thinking: typeof content === 'string' ? content : '', ...extraOf({ ...rest, ...extra }) }
}

/** What a person has set for all their talks, and what the program remembers of them: a model reads it as words. */
function readSettings({ content_type: _type, ...members }: JsonObject): Block[] {
  const words = settings.flatMap((name) => (typeof members[name] === 'string' ? textBlocks(members[name]) : []))
  const rest = without(members, new Set(settings))
  const isRest = words.length === 0 || Object.keys(rest).length > 0
  return isRest ? [...words, { type: 'other', value: words.length === 0 ? members : rest }] : words
}
