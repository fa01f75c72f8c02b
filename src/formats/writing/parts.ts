import type { Block, Json } from '../../domain/model.ts'
import { asObject, asText } from '../reading/values.ts'
import { documentOf, documentText } from './documents.ts'
import { pictureOf } from './pictures.ts'
import { picturesIn } from './results.ts'
import type { WrittenFile, FilePart, Omissions, WrittenEntry } from './omissions.ts'

/** A piece of a message, before a provider's form is given to it. */
export type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly thinking: string; readonly signature: string | null }
  | { readonly kind: 'redacted'; readonly data: string }
  | { readonly kind: 'opaque'; readonly content: string; readonly id: string | null }
  | { readonly kind: 'call'; readonly callId: string; readonly name: string; readonly input: Json }
  | { readonly kind: 'result'; readonly callId: string; readonly content: Json; readonly isError: boolean }
  | FilePart
export type CallPart = Extract<MessagePart, { readonly kind: 'call' }>
export type ResultPart = Extract<MessagePart, { readonly kind: 'result' }>

/** Says whether a message of a provider can carry a file. */
export type Takes = (file: FilePart) => boolean

/**
 * Returns what an entry says, piece by piece. A file that cannot be carried is there as its text, where that is here; any other is named
 * instead. What is left out is counted.
 */
export function partsOf({ blocks, files }: WrittenEntry, takes: Takes, omissions: Omissions): MessagePart[] {
  return blocks.flatMap((block) => partOf(block, files, takes, omissions) ?? [])
}

/** As `partsOf`, for OpenAI's responses: what that API compacted goes back as it came. */
export function partsWithOpaque(writtenEntry: WrittenEntry, takes: Takes, omissions: Omissions): MessagePart[] {
  return writtenEntry.blocks.flatMap(
    (block) => opaqueOf(block) ?? partOf(block, writtenEntry.files, takes, omissions) ?? [],
  )
}

const opaqueTypes: ReadonlySet<string> = new Set(['compaction', 'compaction_summary', 'context_compaction'])

/** What stands for turns that OpenAI compacted, which it alone can read; null for all other blocks. */
function opaqueOf(block: Block): MessagePart | null {
  const value = block.type === 'other' ? asObject(block.value) : null
  const content = asText(value?.['encrypted_content'])
  if (content === null || !opaqueTypes.has(asText(value?.['type']) ?? '')) return null
  return { kind: 'opaque', content, id: asText(value?.['id']) }
}

function partOf(block: Block, files: WrittenEntry['files'], takes: Takes, omissions: Omissions): MessagePart | null {
  switch (block.type) {
    case 'text':
      return { kind: 'text', text: block.text }
    case 'thinking':
      return { kind: 'thinking', thinking: block.thinking, signature: block.signature || null }
    case 'toolCall':
      return { kind: 'call', callId: block.callId, name: block.name, input: block.input }
    case 'toolResult':
      omissions.add('attachments', picturesIn(block.content).filter((picture) => !takes(picture)).length)
      return { kind: 'result', callId: block.callId, content: block.content, isError: block.isError }
    case 'attachment': {
      const file = files.get(block.attachmentId) ?? null
      const part = file && filePart(file, block.fileName ?? file.fileName)
      if (part && takes(part)) return part
      const text = part ? documentText(part) : null
      if (part && text !== null)
        return { kind: 'text', text: headed(part.name ?? block.attachmentId, part.mediaType, text) }
      omissions.add('attachments')
      return { kind: 'text', text: named(block.fileName ?? file?.fileName ?? block.attachmentId, file) }
    }
    case 'other':
      return foreign(block.value, takes, omissions)
  }
}

function filePart({ mediaType, uri, base64 }: WrittenFile, name: string | null): FilePart | null {
  const type = mediaType.split(';')[0] ?? ''
  if (uri !== null) return /^https?:/i.test(uri) ? { kind: 'file', mediaType: type, name, source: { url: uri } } : null
  return base64 === null ? null : { kind: 'file', mediaType: type, name, source: { base64 } }
}

/** The text of a file below its name, in paragraphs of its own: beside it stands what a person says. */
function headed(name: string, mediaType: string, text: string): string {
  return `\n\n[attachment ${JSON.stringify(name)} (${mediaType})]\n${text}\n`
}

/** What stands in place of a file that a message cannot carry. */
function named(name: string, file: WrittenFile | null): string {
  const facts = [file?.mediaType, file?.uri, file?.byteSize == null ? null : `${file.byteSize} bytes`]
  return `[attachment ${JSON.stringify(name)} (${facts.filter((fact) => fact != null).join(', ')}) is not shown]`
}

/** A block that other systems know and ours do not. */
function foreign(value: Json, takes: Takes, omissions: Omissions): MessagePart | null {
  const block = asObject(value)
  const data = block?.['type'] === 'redacted_thinking' ? asText(block['data']) : null
  if (data !== null) return { kind: 'redacted', data }
  const picture = pictureOf(value)
  const file = picture ?? documentOf(value)
  if (file && takes(file)) return file
  const text = file && documentText(file)
  if (text != null) return { kind: 'text', text }
  omissions.add(file ? 'attachments' : 'other')
  if (!file) return null
  const what = picture ? 'an image' : `the document ${JSON.stringify(file.name ?? 'without a name')}`
  return { kind: 'text', text: `[${what} (${file.mediaType}) is not shown]` }
}

/** Returns the texts of some parts as one. */
export function joinedText(parts: readonly MessagePart[]): string {
  return parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('')
}
