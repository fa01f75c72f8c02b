import type { WriteRefusal } from '../../graphStore.ts'
import type { SqlRow } from '../connection/connection.ts'

/** What a thread is started with. */
export interface ThreadData {
  readonly role: 'writer' | 'reader' | 'dumper' | 'loader' | 'compactor'
  readonly path: string
  /** Bytes of the file that the writer keeps in memory; the usual when absent. */
  readonly cacheBytes?: number | undefined
}

/** The first message of a thread: null, or why it cannot work. */
export interface Started {
  readonly obstacle: { readonly message: string; readonly refused: boolean } | null
}

/** Why a request could not be answered. */
export interface ThreadFailure {
  readonly message: string
  /**
   * `fault`: it will fail again. `large`: a read asked for more than comes at once. `gone`: the tenant is erased.
   * Otherwise the store is the reason: it
   * cannot now, has no room, lost its file, or was taken over by a newer version.
   */
  readonly kind: 'fault' | 'large' | 'gone' | 'unavailable' | 'full' | 'lost' | 'outdated'
  /** A write may have been applied all the same. */
  readonly uncertain: boolean
}
export type ThreadAnswer<T> = { readonly value: T } | { readonly failure: ThreadFailure }

export type WriteAnswer =
  | { readonly kind: 'written'; readonly seqs: readonly (readonly [string, number])[] }
  | Exclude<WriteRefusal, { kind: 'keyUsed' }>
  | { readonly kind: 'keyUsed'; readonly row: SqlRow }
  /** Of the registry: how many rows have changed. */
  | { readonly kind: 'registered'; readonly rows: number }

/** Requests go to a thread in batches, answers come back in their order. */
export interface RequestBatch<Q> {
  readonly requests: readonly Q[]
}
export interface BatchAnswer<A> {
  readonly answers: readonly ThreadAnswer<A>[]
}
