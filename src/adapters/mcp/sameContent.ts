import { createHash } from 'node:crypto'
import type {
  AttachmentInput,
  BlockFragment,
  ContentBlockInput,
  StoreTurnInput,
} from '../../client/documents/generated.ts'

/** Returns what a turn to store says, in the form that `storedContent` has. */
export function givenContent({ text, content, attachments }: StoreTurnInput): string {
  const blocks = text == null ? (content ?? []).map(givenBlock) : [['text', text]]
  return formOf([...blocks, ...(attachments ?? []).map((one) => ['attachment', attachmentId(one)])])
}

/** Returns what a stored turn says: equal for equal content, whatever the names of its files. */
export function storedContent(blocks: readonly BlockFragment[] | null): string {
  return formOf((blocks ?? []).map(storedBlock))
}

function givenBlock(block: ContentBlockInput): unknown[] {
  if (block.text !== undefined) return ['text', block.text]
  if (block.thinking !== undefined) return ['thinking', block.thinking.thinking, block.thinking.signature ?? null]
  if (block.toolCall !== undefined) return ['call', block.toolCall.callId, block.toolCall.name, block.toolCall.input]
  if (block.toolResult !== undefined) {
    const { callId, content, isError } = block.toolResult
    return ['result', callId, content, isError ?? false]
  }
  return block.attachmentId !== undefined ? ['attachment', block.attachmentId] : ['other', block.other]
}

function storedBlock(block: BlockFragment): unknown[] {
  switch (block.__typename) {
    case 'TextBlock':
      return ['text', block.text]
    case 'ThinkingBlock':
      return ['thinking', block.thinking, block.signature]
    case 'ToolCallBlock':
      return ['call', block.callId, block.name, block.input]
    case 'ToolResultBlock':
      return ['result', block.callId, block.result, block.isError]
    case 'AttachmentBlock':
      return ['attachment', block.attachment.id]
    case 'OtherBlock':
      return ['other', block.value]
  }
}

function attachmentId({ base64, uri }: AttachmentInput): string {
  const bytes = base64 == null ? (uri ?? '') : Buffer.from(base64, 'base64')
  return createHash('sha256').update(bytes).digest('hex')
}

/** Members in one order: what comes back may have another one. */
const formOf = (value: unknown): string =>
  JSON.stringify(value, (_, result: unknown) => (isPlain(result) ? sorted(result) : result))
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const sorted = (result: object) => Object.fromEntries(Object.entries(result).sort(([a], [b]) => (a < b ? -1 : 1)))
