import { createHmac } from 'node:crypto'
import type { Hash } from '../model.ts'

/** Makes of a digest of content what may stand in a name. */
export type Seal = (digest: Hash) => Hash

/** The digest itself: others, who know the content, know the name. */
export const plainSeal: Seal = (digest) => digest

/** Returns the seal of a tenant: where it is salted, trying names does not reveal one. */
export function sealOf({ salted, nameKey }: { readonly salted: boolean; readonly nameKey: string }): Seal {
  return salted ? (digest) => keyed(nameKey, digest) : plainSeal
}

/** Returns the digest by which a receipt names an entity or an attachment: it can be checked with the key and an id, and not guessed. */
export function thingMark(nameKey: string, kind: 'ENTITY' | 'ATTACHMENT', id: string): Hash {
  return keyed(nameKey, `${kind} ${id}`)
}

/** What is kept of the input of a command that has an idempotency key, made with the tenant's own key for names. */
export type InputMark = string

/** Hexadecimal digits of a mark: 128 bits of the HMAC, which RFC 2104 allows. */
const markLength = 32

/** Returns the mark of an input's digest. */
export function inputMark(nameKey: string, digest: Hash): InputMark {
  return `k:${keyed(nameKey, digest).slice(0, markLength)}`
}

/** Returns the mark of another tenant's record, which says with which key for names it was made. */
export function foreignMark(mark: InputMark, nameKey: string): InputMark {
  return mark.split(':').length === 2 ? `${mark}:${nameKey}` : mark
}

/** Says whether a mark is that of the digest. */
export function isMarkOf(mark: InputMark, nameKey: string, digest: Hash): boolean {
  const [, own, other] = mark.split(':')
  return inputMark(other ?? nameKey, digest) === `k:${own}`
}

function keyed(nameKey: string, digest: Hash): Hash {
  return createHmac('sha256', Buffer.from(nameKey, 'hex')).update(digest).digest('hex')
}
