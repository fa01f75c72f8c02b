import type { Json, JsonObject } from '../../domain/model.ts'
import { asObject, asText } from '../reading/values.ts'
import type { FilePart } from './said.ts'

/** Returns the document that a block of another system holds; null where it holds none. */
export function documentOf(value: Json): FilePart | null {
  const block = asObject(value)
  const type = asText(block?.['type']) ?? ''
  return block && Object.hasOwn(readers, type) ? (readers[type]?.(block) ?? null) : null
}

/** One reader per type of block: Anthropic's, then those of OpenAI's chat and of its responses. */
const readers: Readonly<Record<string, (block: JsonObject) => FilePart | null>> = {
  document: ({ source, title }) => ofAnthropic(asObject(source) ?? {}, asText(title)),
  file: ({ file }) => ofOpenAi(asObject(file) ?? {}),
  input_file: (block) => ofOpenAi(block),
}

const pdf = 'application/pdf'

function ofAnthropic({ type, media_type: mediaType, data, url }: JsonObject, name: string | null): FilePart | null {
  if (type === 'url') return elsewhere(url, name)
  const [given, bytes] = [asText(mediaType), asText(data)]
  if (bytes === null) return null
  if (type === 'text')
    return document(given ?? 'text/plain', { base64: Buffer.from(bytes, 'utf8').toString('base64') }, name)
  return type === 'base64' && given !== null ? document(given, { base64: bytes }, name) : null
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
