import type { Json } from '../../domain/model.ts'
import { asObject, asText } from '../reading/values.ts'
import type { FilePart } from './omissions.ts'
import { documentOf, documentText } from './documents.ts'
import { pictureOf } from './pictures.ts'

/** What a tool gave back: texts, and pictures between them. */
export type ToolResultPart = { readonly kind: 'text'; readonly text: string } | FilePart

const texts: ReadonlySet<string> = new Set(['text', 'input_text', 'output_text'])

/**
 * Returns the content of a tool's result piece by piece: files as `fileOf` finds them, pictures unless said, and documents of text as
 * their text; what is none of these as JSON.
 */
export function givenBy(content: Json, fileOf: (value: Json) => FilePart | null = pictureOf): ToolResultPart[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  if (content === null) return []
  if (!Array.isArray(content)) return [{ kind: 'text', text: JSON.stringify(content) }]
  return content.map((value: Json) => fileOf(value) ?? { kind: 'text', text: textIn(value) })
}

/** Returns the pictures of a tool's result. */
export function picturesIn(content: Json): FilePart[] {
  return Array.isArray(content) ? content.flatMap((value: Json) => pictureOf(value) ?? []) : []
}

function textIn(value: Json): string {
  if (typeof value === 'string') return value
  const block = asObject(value)
  const text = block?.['text']
  const document = documentOf(value)
  if (document !== null) return documentText(document) ?? `[a document (${document.mediaType})]`
  return block && texts.has(asText(block['type']) ?? '') && typeof text === 'string' ? text : JSON.stringify(value)
}

/** Returns the texts of what a tool gave back, one below the other; pictures are named. */
export function givenText(parts: readonly ToolResultPart[]): string {
  return parts.map((one) => (one.kind === 'text' ? one.text : `[an image (${one.mediaType})]`)).join('\n')
}
