import type { AskModel } from '../app/answers/answer.ts'
import type { StoreTurns } from '../app/turns/storeTurns.ts'
import type { StoreTurn } from '../app/turns/turnInput.ts'
import type { Block } from '../domain/model.ts'
import { badInput, eachItem } from '../domain/refusals.ts'
import type { Merge } from '../app/merges/merge.ts'
import type {
  AskModelInput,
  ContentBlockInput,
  ImportInput,
  MergeInput,
  StoreTurnInput,
  StoreTurnsInput,
} from './generated.ts'
import { bytesSource } from '../app/fileSource.ts'

/** Returns the turn that an input describes: the API's words renamed, `text` as one text block. */
export function storeTurnOf({ text, content, ...turn }: StoreTurnInput): StoreTurn {
  const isAttached = turn.attachments != null && turn.attachments.length > 0
  return { ...turn, blocks: blocksOf(text, content, isAttached) }
}

/** Returns the turns that an input describes; a refusal names the turn at fault. */
export function storeTurnsOf({ turns, ...rest }: StoreTurnsInput): StoreTurns {
  return { ...rest, turns: eachItem('turns', turns, storeTurnOf) }
}

function blocksOf(text: StoreTurnInput['text'], content: StoreTurnInput['content'], isAttached: boolean): Block[] {
  if (text != null && content != null) throw badInput('Give "text" or "content", not both.', {}, ['text'])
  if (text != null) return [{ type: 'text', text }]
  if (content == null && isAttached) return []
  if (content == null) throw badInput('A turn needs "text", "content" or "attachments".', {}, ['content'])
  if (content.length === 0) throw badInput('"content" has no block.', {}, ['content'])
  return content.map(blockOf)
}

function blockOf(input: ContentBlockInput): Block {
  if (input.text !== undefined) return { type: 'text', text: input.text }
  if (input.thinking !== undefined) return { type: 'thinking', ...input.thinking }
  if (input.toolCall !== undefined) return { type: 'toolCall', ...input.toolCall }
  if (input.toolResult !== undefined)
    return { type: 'toolResult', ...input.toolResult, isError: input.toolResult.isError ?? false }
  if (input.attachmentId !== undefined) return { type: 'attachment', attachmentId: input.attachmentId }
  return { type: 'other', value: input.other }
}

/** Returns what an input asks a model: its words as a turn's, null where it has none. */
export function askModelOf({ prompt, content, attachments, ...rest }: AskModelInput): AskModel {
  const isAttached = attachments != null && attachments.length > 0
  if (prompt == null && content == null && !isAttached) return { ...rest, prompt: null }
  if (prompt != null && content != null) throw badInput('Give "prompt" or "content", not both.', {}, ['prompt'])
  return { ...rest, prompt: { blocks: blocksOf(prompt, content, isAttached), attachments: attachments ?? null } }
}

/** Returns the import that an input describes: its content as a file in memory. */
export function importOf({ content, fileName, format, conversationId, origin, strict, ...input }: ImportInput) {
  const bytes = Buffer.from(content, 'utf8')
  return {
    source: bytesSource(fileName ?? null, bytes),
    bytes: bytes.length,
    fileName: fileName ?? null,
    format: format ?? null,
    conversationId: conversationId ?? null,
    origin: origin ?? 'IMPORT',
    strict: strict ?? false,
    append: appendOf(input),
  }
}

function appendOf({
  mode,
  source,
  sidechainOf,
  records,
}: Pick<ImportInput, 'mode' | 'source' | 'sidechainOf' | 'records'>) {
  if (mode === 'APPEND') return { source: source ?? 'store', sidechainOf, records: records ?? null }
  const fields = { source, sidechainOf, records }
  for (const [name, value] of Object.entries(fields))
    if (value != null) throw badInput(`"${name}" goes with "mode": APPEND alone.`, {}, [name])
  return null
}

/** Returns the merge that an input describes. */
export function mergeOf({ gate, ...merge }: MergeInput): Merge {
  if (gate == null) return merge
  return { ...merge, gate: gate.command === undefined ? { jsonSchema: gate.jsonSchema } : { command: gate.command } }
}
