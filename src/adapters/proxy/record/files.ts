import type { AttachmentInput } from '../../../app/attachments/attaching.ts'
import type { Block, Json, JsonObject } from '../../../domain/model.ts'
import { sha256 } from '../../../domain/tree/pathHash.ts'
import { asObject, asText } from '../../../formats/reading/values.ts'

/** What a turn says, and the files that its blocks held as base64. */
export interface Detached {
  readonly blocks: readonly Block[]
  readonly attachments: readonly AttachmentInput[]
}

/** Returns a turn's blocks with the bytes of its files taken out: they are attachments, each stored once however often it is sent. */
export function detachFiles(blocks: readonly Block[]): Detached {
  const attachments: AttachmentInput[] = []
  const taken = (value: Json): AttachmentInput | null => {
    const file = fileOf(value)
    if (file) attachments.push(file)
    return file
  }
  const withoutFiles = blocks.flatMap((block): Block[] => {
    if (block.type === 'other') return taken(block.value) ? [] : [block]
    if (block.type !== 'toolResult' || !Array.isArray(block.content)) return [block]
    const content = (block.content as Json[]).map((part) => {
      const file = taken(part)
      return file ? { type: asObject(part)?.['type'] ?? 'file', attachmentId: sha256(bytesOf(file)) } : part
    })
    return [{ ...block, content }]
  })
  return { blocks: withoutFiles, attachments }
}

const bytesOf = ({ base64 }: AttachmentInput): Buffer => Buffer.from(base64 ?? '', 'base64')

/** Returns the file that a part holds as base64, in the form of any of the three APIs; null where it holds none. */
function fileOf(value: Json): AttachmentInput | null {
  const part = asObject(value)
  if (!part) return null
  const source = asObject(part['source'])
  if (source?.['type'] === 'base64') return attachmentOf(source['data'], source['media_type'], part['title'])
  const image = asObject(part['image_url'])?.['url'] ?? part['image_url']
  const file = asObject(part['file']) ?? part
  const audio = asObject(part['input_audio'])
  if (audio) return attachmentOf(audio['data'], `audio/${asText(audio['format']) ?? 'wav'}`)
  return ofDataUrl(image) ?? ofDataUrl(file['file_data'], file)
}

function ofDataUrl(value: Json | undefined, { filename }: JsonObject = {}): AttachmentInput | null {
  if (typeof value !== 'string') return null
  const [head = '', mediaType] = /^data:([\w.+-]+\/[\w.+-]+);base64,/.exec(value.slice(0, 200)) ?? []
  if (head === '') return null
  return attachmentOf(value.slice(head.length), mediaType, filename)
}

/** What is no base64 as every encoder writes it stays where it is. */
function attachmentOf(data: Json | undefined, mediaType: Json | undefined, name?: Json): AttachmentInput | null {
  if (typeof data !== 'string' || data === '' || Buffer.from(data, 'base64').toString('base64') !== data) return null
  const known = asText(mediaType)
  const title = asText(name)
  const isName =
    title !== null &&
    title.length <= 200 &&
    !/[/\\\p{Cc}\p{Surrogate}\u202a-\u202e\u2066-\u2069]/u.test(title) &&
    title.trim() !== '' &&
    !/^\.\.?$/.test(title)
  return {
    base64: data,
    mediaType: known !== null && /^[\w.+-]+\/[\w.+-]+$/.test(known) ? known : null,
    ...(isName && { name: title }),
  }
}
