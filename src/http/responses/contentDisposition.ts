import { percentEncoded } from '../../graphql/downloadUrl.ts'

/** What of an attachment a header may say to a browser. */
export interface ServedAs {
  readonly contentType: string
  readonly disposition: string
}

/** What browsers show without running anything. */
const inlineTypes = new Map([
  ...['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'].map(same),
  ...['audio/mpeg', 'audio/mp4', 'audio/ogg', 'audio/wav', 'audio/webm', 'audio/flac', 'audio/aac'].map(same),
  ...['video/mp4', 'video/webm', 'video/ogg'].map(same),
  ['text/plain', 'text/plain; charset=utf-8'],
])
/** What no browser runs as a part of a page, so that a download may keep its name. */
const named = new Set([
  ...['application/pdf', 'application/json', 'application/zip', 'application/gzip', 'text/csv', 'text/markdown'],
])

function same(mediaType: string): [string, string] {
  return [mediaType, mediaType]
}

/** Returns how bytes of a media type are served: shown where that is harmless, else downloaded, and never run. */
export function servedAs(mediaType: string, fileName: string | null): ServedAs {
  const name = mediaType.split(';')[0]?.trim() ?? ''
  const contentType = inlineTypes.get(name)
  if (contentType) return { contentType, disposition: dispositionOf('inline', fileName) }
  const download = named.has(name) ? name : 'application/octet-stream'
  return { contentType: download, disposition: dispositionOf('attachment', fileName) }
}

/** By RFC 6266: plain letters for old clients, and the whole name percent-encoded. */
function dispositionOf(kind: 'inline' | 'attachment', fileName: string | null): string {
  if (fileName === null) return kind
  const plain = fileName.replace(/[^\w .()+=@~-]/g, '_')
  return `${kind}; filename="${plain}"; filename*=UTF-8''${percentEncoded(fileName)}`
}
