/** A URL that holds its bytes. */
export interface DataUrl {
  /** What stands before the bytes: `data:image/png;base64,`. */
  readonly head: string
  readonly bytes: Uint8Array
  /** The SHA-256 of the bytes, by which an attachment is known. */
  readonly id: string
}

/** Returns the bytes of a URL that holds them in base64; null where they would not come back as the same URL. */
export function bytesOfUrl(url: string): Omit<DataUrl, 'id'> | null {
  const [head] = /^data:[^,]*;base64,/i.exec(url) ?? []
  if (head === undefined) return null
  const text = url.slice(head.length)
  const bytes = bytesOf(text)
  return bytes.length === 0 || base64Of(bytes) !== text ? null : { head, bytes }
}

/** Returns the URL that holds these bytes. */
export function urlOf(head: string, bytes: Uint8Array): string {
  return `${head}${base64Of(bytes)}`
}

/** Browsers have no `Buffer`; where there is one it is faster. */
const { Buffer: buffer } = globalThis as { readonly Buffer?: typeof Buffer }
/** So many bytes are arguments of one call. */
const atOnce = 0x8000

function bytesOf(base64: string): Uint8Array {
  if (buffer) return buffer.from(base64, 'base64')
  try {
    return Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))
  } catch {
    // It is no base64.
    return new Uint8Array()
  }
}

function base64Of(bytes: Uint8Array): string {
  if (buffer) return buffer.from(bytes).toString('base64')
  let text = ''
  for (let from = 0; from < bytes.length; from += atOnce)
    text += String.fromCharCode(...bytes.subarray(from, from + atOnce))
  return btoa(text)
}

/** Returns a URL in which the bytes are named by their hash: what is compared, so that no bytes need be read. */
export function hashedUrl(head: string, id: string): string {
  return `${head}sha256:${id}`
}

const printable = /^[^\s\p{Cc}\p{Surrogate}\u202a-\u202e\u2066-\u2069]+$/u

/** Says whether a URL can be an attachment's; what cannot is kept as it is. */
export function isAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && url.length <= 8000 && printable.test(url) && URL.canParse(url)
}

/** Returns a media type and a file name as an attachment takes them; nothing where it does not. */
export function attachedAs(mediaType: unknown, fileName: unknown): { mediaType?: string; fileName?: string } {
  const isType = typeof mediaType === 'string' && mediaType.length <= 255 && /^[\w.+-]+\/[\w.+-]+$/.test(mediaType)
  const isName =
    typeof fileName === 'string' && fileName.length <= 255 && /^[\p{L}\p{N}][\p{L}\p{N} ._()+-]*$/u.test(fileName)
  return { ...(isType && { mediaType }), ...(isName && { fileName }) }
}
