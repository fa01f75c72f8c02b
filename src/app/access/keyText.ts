import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** A key as its holder sends it, read. */
export interface ReadKey {
  readonly id: string
  /** SHA-256 of the secret: all that is stored of it. */
  readonly secretHash: string
}

/** Its name leads scanners to a key that leaked, and its checksum shows them that it is one. */
const form = /^(tg_([a-z2-7]{12})_([\w-]{43}))_([\w-]{6})$/
const digits = 'abcdefghijklmnopqrstuvwxyz234567'

/** Returns a new key: its secret is 256 random bits. */
export function newKeyText(): { readonly text: string; readonly key: ReadKey } {
  const id = [...randomBytes(12)].map((byte) => digits[byte % digits.length]).join('')
  const body = `tg_${id}_${randomBytes(32).toString('base64url')}`
  const text = `${body}_${checksum(body)}`
  const key = readKeyText(text)
  if (!key) throw new Error('A new key cannot be read.')
  return { text, key }
}

/** Returns what a text says that is a key; null for one that is none. */
export function readKeyText(text: string): ReadKey | null {
  const [, body, id, secret, sum] = form.exec(text) ?? []
  if (body === undefined || id === undefined || secret === undefined || sum !== checksum(body)) return null
  return { id, secretHash: createHash('sha256').update(secret).digest('hex') }
}

function checksum(text: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(text))
  return bytes.toString('base64url')
}
