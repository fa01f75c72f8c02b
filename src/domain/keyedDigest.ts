import { createHmac } from 'node:crypto'
import type { Hash } from './model.ts'
import { sha256 } from './pathHash.ts'

/** What makes a part of a name of content: a digest that whoever knows the content can make, or a keyed one. */
export type Digest = (content: string | Uint8Array) => Hash

/** Returns the digests of a tenant's names: keyed, so that nobody finds out by trying what they were made of. */
export function keyedDigest(nameKey: string): Digest {
  return (content) => keyed(nameKey, sha256(content))
}

/** What is kept of the input of a command that has an idempotency key, made with the tenant's own key for names. */
export type InputMark = string

/** Returns the mark of an input's digest. */
export function inputMark(nameKey: string, digest: Hash): InputMark {
  return `k:${keyed(nameKey, digest)}`
}

/** Returns the mark of another tenant's record, which says with which key for names it was made. */
export function foreignMark(mark: InputMark, nameKey: string): InputMark {
  return mark.split(':').length === 2 ? `${mark}:${nameKey}` : mark
}

/** Says whether a mark is that of the digest; one of before there were keys is the digest. */
export function isMarkOf(mark: InputMark, nameKey: string, digest: Hash): boolean {
  const [, own, other] = mark.split(':')
  return own === undefined ? mark === digest : own === keyed(other ?? nameKey, digest)
}

function keyed(nameKey: string, digest: Hash): Hash {
  return createHmac('sha256', Buffer.from(nameKey, 'hex')).update(digest).digest('hex')
}
