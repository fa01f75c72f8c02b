import type { Json } from '../../domain/model.ts'
import type { FilePart } from '../writing/omissions.ts'
import { documentOf } from '../writing/documents.ts'
import { pictureOf } from '../writing/pictures.ts'
import { givenBy } from '../writing/results.ts'

export type FileBlock = ImageBlock | DocumentBlock
type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
export interface ImageBlock {
  type: 'image'
  source: { type: 'base64'; media_type: ImageType; data: string } | { type: 'url'; url: string }
}
export interface DocumentBlock {
  type: 'document'
  source:
    | { type: 'base64'; media_type: 'application/pdf'; data: string }
    | { type: 'url'; url: string }
    | { type: 'text'; media_type: 'text/plain'; data: string }
  title?: string
}
export type ResultContent = string | ({ type: 'text'; text: string } | FileBlock)[]

const pdf = 'application/pdf'
const images: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const isImage = ({ mediaType, source }: FilePart) =>
  images.has(mediaType) || ('url' in source && mediaType.startsWith('image/'))

/** Says whether a user's message can carry a file: pictures, PDF, and text whose bytes are here. */
export function takesFile(file: FilePart): boolean {
  if (isImage(file) || file.mediaType === 'application/pdf') return true
  return file.mediaType.startsWith('text/') && 'base64' in file.source
}

/** Returns a file that a message can carry as a block. */
export function fileBlock(file: FilePart): FileBlock {
  const { mediaType, name, source } = file
  if (isImage(file)) return imageBlock(file)
  const title = name === null ? {} : { title: name }
  if ('url' in source) return { type: 'document', source: { type: 'url', url: source.url }, ...title }
  if (mediaType === 'application/pdf')
    return { type: 'document', source: { type: 'base64', media_type: mediaType, data: source.base64 }, ...title }
  const data = Buffer.from(source.base64, 'base64').toString('utf8')
  return { type: 'document', source: { type: 'text', media_type: 'text/plain', data }, ...title }
}

function imageBlock({ mediaType, source }: FilePart): ImageBlock {
  if ('url' in source) return { type: 'image', source: { type: 'url', url: source.url } }
  return { type: 'image', source: { type: 'base64', media_type: mediaType as ImageType, data: source.base64 } }
}

/** A picture or a PDF of a tool's result. */
function shownIn(value: Json): FilePart | null {
  const document = documentOf(value)
  return pictureOf(value) ?? (document?.mediaType === pdf ? document : null)
}

/** Returns what a tool gave back as its result has it: pictures and PDF among texts, none of them blank; an error has a text. */
export function resultContent(content: Json, isError: boolean): { content?: ResultContent } {
  const parts = givenBy(content, shownIn).flatMap((one): Exclude<ResultContent, string> => {
    if (one.kind === 'text') return one.text.trim() === '' ? [] : [{ type: 'text' as const, text: one.text }]
    return takesFile(one) ? [fileBlock(one)] : [{ type: 'text' as const, text: `[an image (${one.mediaType})]` }]
  })
  if (parts.length === 0) return isError ? { content: 'The tool gave no reason.' } : {}
  const [only] = parts
  return { content: parts.length === 1 && only?.type === 'text' ? only.text : parts }
}
