/**
 * Text as short as the database keeps it well. What has at most 36 characters of few kinds lies in the node itself; any
 * other text takes 128 bytes and more beside it, and an index keeps every character of its keys.
 */
import type { Instant } from '../../../domain/model.ts'

/** Returns the instant without its letters, which is short enough; its order as text is its order in time. */
export function timeText(instant: Instant): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 29)}`
}

/** Returns the instant of such a text. */
export function instantFrom(text: unknown): Instant {
  return `${(text as string).replace(' ', 'T')}Z`
}

const id = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const hash = /^[0-9a-f]{64}$/
/** Stands before what is of neither form. */
const VERBATIM = '='

/** Returns an id of ours as 22 characters, a hash as 43, and any other text with a mark before it. */
export function compacted(text: string): string {
  const hex = id.test(text) ? text.replaceAll('-', '') : hash.test(text) ? text : null
  return hex === null ? VERBATIM + text : Buffer.from(hex, 'hex').toString('base64url')
}

/** Returns the text that was compacted. */
export function expanded(text: string): string {
  if (text.startsWith(VERBATIM)) return text.slice(1)
  const hex = Buffer.from(text, 'base64url').toString('hex')
  return hex.length === 32 ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : hex
}

export const compactedOrNull = (text: string | null): string | null => (text === null ? null : compacted(text))
export const expandedOrNull = (text: string | null): string | null => (text === null ? null : expanded(text))
