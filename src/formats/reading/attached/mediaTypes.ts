import { isUtf8 } from 'node:buffer'
import { unknownMediaType } from '../../../domain/records/attachment.ts'

const byEnding: Readonly<Record<string, string>> = {
  ...{ png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' },
  ...{ svg: 'image/svg+xml', avif: 'image/avif', heic: 'image/heic', pdf: 'application/pdf', json: 'application/json' },
  ...{ txt: 'text/plain', md: 'text/markdown', csv: 'text/csv', html: 'text/html', htm: 'text/html', xml: 'text/xml' },
  ...{
    wav: 'audio/wav',
    mp3: 'audio/mpeg',
    m4a: 'audio/mp4',
    mp4: 'video/mp4',
    webm: 'video/webm',
    mov: 'video/quicktime',
  },
  ...{ zip: 'application/zip', rtf: 'application/rtf', doc: 'application/msword', xls: 'application/vnd.ms-excel' },
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
}

/** Returns the media type for the extension of a file's name; null where it has none that is known. */
export function typeByName(name: string | null): string | null {
  const [, ending = ''] = /\.(\w+)$/.exec(name ?? '') ?? []
  return Object.hasOwn(byEnding, ending.toLowerCase()) ? (byEnding[ending.toLowerCase()] as string) : null
}

/** First bytes in Latin-1, and what they tell. */
const beginnings: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG\r\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^RIFF.{4}WAVE/s, 'audio/wav'],
  [/^.{4}ftypavif/s, 'image/avif'],
  [/^.{4}ftyp(M4A)/s, 'audio/mp4'],
  [/^.{4}ftyp/s, 'video/mp4'],
  [/^(ID3|\xff[\xf2\xf3\xfb])/, 'audio/mpeg'],
  [/^OggS/, 'audio/ogg'],
  [/^%PDF-/, 'application/pdf'],
  [/^PK[^\w\s]{2}/, 'application/zip'],
]

/** Returns the media type that a file's first bytes tell. */
export function typeByBytes(first: Uint8Array): string {
  const text = Buffer.from(first).toString('latin1')
  const match = beginnings.find(([beginning]) => beginning.test(text))?.[1]
  return match ?? (first.length > 0 && isText(first) ? 'text/plain' : unknownMediaType)
}

/** Says whether bytes are text, of which the last character may be cut. */
function isText(first: Uint8Array): boolean {
  const cuts = [0, 1, 2, 3].map((cut) => first.subarray(0, Math.max(0, first.length - cut)))
  return !first.includes(0) && cuts.some((bytes) => isUtf8(bytes))
}
