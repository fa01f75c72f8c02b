/** How lines of a source that grows by pieces are known by their own ids. */
import { createHash } from 'node:crypto'
import { lineIdBuckets } from '../../../domain/records/importMarks.ts'

/** Returns the bucket in which an id is. */
export function bucketOf(id: string): string {
  const [byte = 0] = createHash('sha256').update(id).digest()
  return lineIdBuckets[byte % lineIdBuckets.length] as string
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Returns an id as it is remembered: a UUID in 23 characters, for there may be very many. */
export function shortId(id: string): string {
  return uuid.test(id) ? `~${Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')}` : `=${id}`
}

/** Returns the id that is remembered so. */
export function longId(short: string): string {
  if (!short.startsWith('~')) return short.slice(1)
  const hex = Buffer.from(short.slice(1), 'base64url').toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
