import type { Json, JsonObject } from '../../domain/model.ts'
import { asObject, asText, objectsIn } from '../reading/values.ts'
import type { FilePart } from './omissions.ts'

/** Returns the document that a block of another system holds; null where it holds none. */
export function documentOf(value: Json): FilePart | null {
  const block = asObject(value)
  const type = asText(block?.['type']) ?? ''
  return block && Object.hasOwn(readers, type) ? (readers[type]?.(block) ?? null) : null
}

/** One reader per type of block: Anthropic's, then those of OpenAI's chat and of its responses. */
const readers: Readonly<Record<string, (block: JsonObject) => FilePart | null>> = {
  document: ({ source, title }) => ofAnthropic(asObject(source) ?? {}, asText(title)),
  search_result: ({ title, content }) => ofTexts(content, asText(title)),
  file: ({ file }) => ofOpenAi(asObject(file) ?? {}),
  input_file: (block) => ofOpenAi(block),
}

const pdf = 'application/pdf'

function ofAnthropic(source: JsonObject, name: string | null): FilePart | null {
  const { type, media_type: mediaType, data, url, content } = source
  if (type === 'url') return elsewhere(url, name)
  if (type === 'content') return ofTexts(content, name)
  const [text, bytes] = [asText(mediaType), asText(data)]
  if (bytes === null) return null
  if (type === 'text')
    return document(text ?? 'text/plain', { base64: Buffer.from(bytes, 'utf8').toString('base64') }, name)
  return type === 'base64' && text !== null ? document(text, { base64: bytes }, name) : null
}

/** Of a document in pieces the texts are sent. */
function ofTexts(content: Json | undefined, name: string | null): FilePart | null {
  const texts =
    asText(content) ??
    objectsIn(content)
      .flatMap(({ text }) => asText(text) ?? [])
      .join('\n\n')
  if (texts === '') return null
  return document('text/plain', { base64: Buffer.from(texts, 'utf8').toString('base64') }, name)
}

/** Returns the words of a document of text whose bytes are here; null of any other. */
export function documentText({ mediaType, source }: FilePart): string | null {
  const isText = mediaType.startsWith('text/') && 'base64' in source
  return isText ? Buffer.from(source.base64, 'base64').toString('utf8') : null
}

function ofOpenAi({ file_data: data, file_url: url, filename }: JsonObject): FilePart | null {
  const name = asText(filename)
  const [, mediaType, base64] = /^data:([^;,]+);base64,(.*)$/s.exec(asText(data) ?? '') ?? []
  if (mediaType !== undefined && base64 !== undefined) return document(mediaType, { base64 }, name)
  return elsewhere(url, name)
}

/** Of a document that lies elsewhere both providers take PDF alone. */
function elsewhere(url: Json | undefined, name: string | null): FilePart | null {
  const address = asText(url)
  return address !== null && /^https?:/i.test(address) ? document(pdf, { url: address }, name) : null
}

function document(mediaType: string, source: FilePart['source'], name: string | null): FilePart {
  return { kind: 'file', mediaType, name, source }
}
