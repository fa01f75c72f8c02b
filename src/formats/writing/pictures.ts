import { own } from '../../runtime/own.ts'
import type { Json, JsonObject } from '../../domain/model.ts'
import { asObject, asText } from '../reading/values.ts'
import type { FilePart } from './omissions.ts'

/** Returns the picture that a block of another system shows; null where it shows none. */
export function pictureOf(value: Json): FilePart | null {
  const block = asObject(value)
  const read = block && own(readers, asText(block['type']) ?? '')
  return read ? read(block) : null
}

/** One reader per type of block, as those systems call it. */
const readers: Readonly<Record<string, ((block: JsonObject) => FilePart | null) | undefined>> = {
  // Anthropic's has a source, that of MCP and pi has its data beside its type.
  image: (block) => {
    const source = asObject(block['source'])
    if (!source) return bytes(block['mimeType'], block['data'])
    return source['type'] === 'url' ? address(source['url']) : bytes(source['media_type'], source['data'])
  },
  image_url: ({ image_url: image }) => address(asObject(image)?.['url'] ?? image),
  input_image: ({ image_url: url }) => address(url),
}

/** Of a picture that lies elsewhere nobody says what it is: all providers look at its bytes. */
const unknownPicture = 'image/*'

function address(value: Json | undefined): FilePart | null {
  const url = asText(value)
  if (url === null) return null
  const [, mediaType, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? []
  if (mediaType !== undefined) return bytes(mediaType, data)
  if (!/^https?:/i.test(url)) return null
  return { kind: 'file', mediaType: unknownPicture, name: null, source: { url } }
}

function bytes(mediaType: Json | undefined, data: Json | undefined): FilePart | null {
  const [type, base64] = [asText(mediaType), asText(data)]
  return type === null || base64 === null ? null : { kind: 'file', mediaType: type, name: null, source: { base64 } }
}
