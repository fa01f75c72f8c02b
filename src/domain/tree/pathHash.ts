import { hash } from 'node:crypto'
import { stringify } from 'safe-stable-stringify'
import type { Block, Hash, Marker, Observation, ObservationKind, Role } from '../model.ts'

/** The path hash of the empty path: SHA-256 of no bytes. */
export const emptyPathHash: Hash = sha256('')

/** Returns the SHA-256 of a text's UTF-8 bytes. */
export function sha256(text: string | Uint8Array): Hash {
  return hash('sha256', text)
}

/** Returns the JSON of a value by RFC 8785, lone surrogates written as `\udXXX`. */
export function canonicalJson(value: unknown): string {
  return stringify(value) ?? 'null'
}

/** What the content of an observation is, for its hash: no id, no time, no raw form (design §5). */
export interface HashedContent {
  readonly kind: ObservationKind
  readonly role: Role | null
  readonly senderId: string | null
  readonly senderKind: string | null
  readonly blocks: readonly Block[]
  readonly marker: Marker | null
  /** 32 hex digits; null: the hash follows from the content alone. */
  readonly salt: string | null
}

/**
 * Returns the SHA-256 of the canonical content. Equal talk has equal hashes wherever it is stored, unless it is salted:
 * then the hash reveals nothing of the content once the salt is gone.
 */
export function contentHash({ kind, role, senderId, senderKind, blocks, marker, salt }: HashedContent): Hash {
  // A marker without a place has no ends yet, and undefined is no member.
  const rule = marker && { summary: marker.summary, targets: marker.targets, ends: marker.ends }
  const sender = { id: senderId, kind: senderKind }
  const fields = salt === null ? { kind, marker: rule, role, sender } : { kind, marker: rule, role, salt, sender }
  // Its members are in order: only a marker's own have to be sorted.
  const rest = rule === null ? JSON.stringify(fields) : canonicalJson(fields)
  return sha256(`{"blocks":[${blocks.map(blockJson).join(',')}],${rest.slice(1)}`)
}

/** Returns the canonical JSON of a block. Nearly all is text, of which no members have to be sorted: that takes most of a hash. */
function blockJson(block: Block): string {
  if (block.type !== 'text' || Object.keys(block).length !== 2) return canonicalJson(block)
  return `{"text":${JSON.stringify(block.text)},"type":"text"}`
}

/**
 * Returns the hash of the path that ends with this content: SHA-256 over the parent's path hash and the content hash,
 * and for a join over its other parents' path hashes, sorted. Each hash enters as its 32 bytes.
 */
export function pathHash(parent: Hash | null, content: Hash, others: readonly Hash[] = []): Hash {
  return sha256(Buffer.from([parent ?? emptyPathHash, content, ...[...others].sort()].join(''), 'hex'))
}

/** Returns the next link of the second witness: a chain over the message ids of a path (spec W-12). */
export function idChain(before: Hash, node: Observation): Hash {
  return node.messageId === null ? before : sha256(`${before}\n${node.messageId}`)
}
