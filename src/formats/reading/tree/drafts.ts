import type { Block, Instant, Json, JsonObject, Role, UsageInput } from '../../../domain/model.ts'
import type { DraftFile, EntryDraft } from '../../plan.ts'
import { jsonIn } from '../lines/jsonIn.ts'
import { asObject, asText, extraOf } from '../values.ts'

/** What an entry says besides its content. */
export interface EntryDetails {
  readonly model?: string | null
  readonly usage?: UsageInput | null
  readonly observedAt?: Instant | null
  /** What no other member of an observation holds. */
  readonly fields?: JsonObject
  readonly metadata?: JsonObject
  /** The files that its blocks attach. */
  readonly files?: readonly DraftFile[]
}

/** Returns the draft of a turn. */
export function turn(role: Role, blocks: readonly Block[], entryDetails: EntryDetails = {}): EntryDraft {
  return { ...drafted(entryDetails), kind: 'TURN', role, blocks }
}

/** Returns the draft of an entry that is no message, kept verbatim. */
export function note(value: Json, entryDetails: EntryDetails = {}): EntryDraft {
  return { ...drafted(entryDetails), kind: 'NOTE', role: null, blocks: [{ type: 'other', value }] }
}

/** Returns the draft of an entry that is no message and has words that are looked for. */
export function noteDraft(text: string, value: Json, entryDetails: EntryDetails = {}): EntryDraft {
  return { ...note(value, entryDetails), blocks: [...textBlocks(text), { type: 'other', value }] }
}

/** Returns the draft of a compaction. */
export function compaction(entryDetails: EntryDetails = {}): EntryDraft {
  return { ...drafted(entryDetails), kind: 'COMPACTION', role: null, blocks: [] }
}

function drafted({
  model,
  usage,
  observedAt,
  fields,
  metadata,
  files,
}: EntryDetails): Omit<EntryDraft, 'kind' | 'role' | 'blocks'> {
  return {
    model: model ?? null,
    usage: usage ?? null,
    observedAt: observedAt ?? null,
    fields: fields ?? {},
    metadata: metadata ?? {},
    ...(files !== undefined && files.length > 0 && { files }),
  }
}

/** Returns a text as content: nothing where there is none. */
export function textBlocks(text: Json | undefined): Block[] {
  return typeof text === 'string' && text !== '' ? [{ type: 'text', text }] : []
}

/** Returns a result of a tool. */
export function resultBlock(callId: string, content: Json, isError: boolean, extra: JsonObject = {}): Block {
  return { type: 'toolResult', callId, content, isError, ...extraOf(extra) }
}

/** Returns a call's arguments: what their JSON text says, or the text itself where it is none. */
export function argumentsOf(input: Json | undefined): Json {
  if (typeof input !== 'string') return input ?? {}
  return asObject(jsonIn(input)) ?? input
}

/** One reader per type of block; undefined when a block has not its type's form. */
export type BlockReaders = Readonly<Record<string, (block: JsonObject) => Block | undefined>>

/** Returns foreign content as blocks; what no reader covers is kept verbatim. */
export function blocksBy(readers: BlockReaders, content: Json | undefined): Block[] {
  if (typeof content === 'string') return textBlocks(content)
  if (Array.isArray(content)) return content.map((block: Json) => blockBy(readers, block))
  return content === undefined || content === null ? [] : [{ type: 'other', value: content }]
}

function blockBy(readers: BlockReaders, value: Json): Block {
  if (typeof value === 'string') return { type: 'text', text: value }
  const block = asObject(value)
  const type = asText(block?.['type']) ?? ''
  return (block && Object.hasOwn(readers, type) ? readers[type]?.(block) : undefined) ?? { type: 'other', value }
}

/** Returns a reader of text blocks, whatever their type is called. */
export function textReader({ type: _type, text, ...extra }: JsonObject): Block | undefined {
  return typeof text === 'string' ? { type: 'text', text, ...extraOf(extra) } : undefined
}
