import type { Readable } from 'node:stream'
import type { Hash, Tenant } from '../../domain/model.ts'

/** Which bytes of a whole are wanted, both ends included. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

/** What holds for bytes that arrive. */
export interface Arrival {
  /** The most there may be; more are refused (LIMIT_EXCEEDED) as soon as they come. */
  readonly limit: number
  /** What they must hash to (BAD_INPUT otherwise); null: whatever they do. */
  readonly expected: Hash | null
  /** Who sends them is gone: what is not kept by then is not kept. */
  readonly signal?: AbortSignal | undefined
}

/** Bytes that are kept. */
export interface StoredBytes {
  /** Their SHA-256. */
  readonly id: Hash
  readonly byteSize: number
}

/** Bytes that are there, and where. */
export interface KeptBytes {
  readonly id: Hash
  readonly place: string
}

/**
 * Where the bytes of attachments are kept, by tenant and hash, outside the graph (design §8). Bytes are there whole or
 * not at all, whatever breaks off in between. Putting them again is no error and changes nothing.
 * The contract suite (test/storage/attachments/contract.ts) is the definition.
 */
export interface AttachmentBytes {
  /** Keeps what a stream brings, durably, and returns its hash; the stream is never held in memory as a whole. */
  put(tenant: Tenant, bytes: AsyncIterable<Uint8Array>, arrival: Arrival): Promise<StoredBytes>
  has(tenant: Tenant, id: Hash): Promise<boolean>
  /** How many bytes there are; null when there are no such bytes. */
  size(tenant: Tenant, id: Hash): Promise<number | null>
  /** Null when there are no such bytes. */
  get(tenant: Tenant, id: Hash, range: ByteRange | null): Promise<Readable | null>
  /**
   * Takes the bytes away while `isGone` says so, which is asked once more after nobody finds them any more: then they are put back where somebody
   * needs them, or that cannot be known. Says whether versions of them may be left that it cannot reach.
   */
  remove(tenant: Tenant, id: Hash, isGone: () => Promise<boolean>): Promise<{ readonly hasVersions: boolean }>
  /** Puts back what removals that were broken off have left aside of a tenant's bytes, where `isLive` says that somebody needs them; the rest goes. */
  putBack(tenant: Tenant, isLive: (id: Hash) => Promise<boolean>): Promise<void>
  /** Takes all bytes of a tenant away; says how many things those were, and whether versions may be left. */
  removeAll(tenant: Tenant): Promise<{ readonly removed: number; readonly hasVersions: boolean }>
  /** Yields all that is there of a tenant, and what lies in the folder of uploads, whose tenant nobody knows; its place there begins with a dot. */
  kept(tenant: Tenant): AsyncIterable<KeptBytes>
  close(): Promise<void>
}
