import { mebibyte, whole } from './rules.ts'

/** The most of something that all may have at once, and one tenant's share of it. */
export interface QuotaSize {
  readonly most: number
  readonly share: number
}

/** How much a server does at once. */
export interface BoundSizes {
  /** Requests under way. */
  readonly requests: QuotaSize
  /** Files on their way in or out. */
  readonly transfers: QuotaSize
  /** Bytes of files that are imported, which lie on the disk meanwhile. */
  readonly spooledBytes: QuotaSize
  /** WebSockets that are open. */
  readonly sockets: QuotaSize
  /** Bytes of requests for models and of their answers that wait to be stored. */
  readonly recordedBytes: QuotaSize
}

const mostRecorded = 64 * mebibyte
const number = 'a whole number from 1 to 1000000'

/** Each variable of what is done at once, with what it may be, and how that is said. */
export const boundVariables = {
  MAX_SUBSCRIPTIONS: [whole(0, 1_000_000, 10_000), 'a whole number from 0 to 1000000'],
  MAX_REQUESTS: [whole(1, 1_000_000, 512), number],
  MAX_TRANSFERS: [whole(1, 1_000_000, 64), number],
  MAX_SPOOLED_BYTES: [whole(1, 1024 * 1024 * mebibyte, 8 * 1024 * mebibyte), 'a number of bytes'],
  MAX_SOCKETS: [whole(1, 1_000_000, 10_000), number],
} as const

type Environment = Readonly<Record<keyof typeof boundVariables, number>>

/** Returns how much is done at once, and how much of that for one tenant: a quarter, or all where there is but one. */
export function boundsIn(env: Environment, isShared: boolean): BoundSizes & { readonly subscriptions: QuotaSize } {
  const size = (most: number): QuotaSize => ({ most, share: isShared ? Math.ceil(most / 4) : most })
  return {
    subscriptions: size(env.MAX_SUBSCRIPTIONS),
    requests: size(env.MAX_REQUESTS),
    transfers: size(env.MAX_TRANSFERS),
    spooledBytes: size(env.MAX_SPOOLED_BYTES),
    sockets: size(env.MAX_SOCKETS),
    recordedBytes: size(mostRecorded),
  }
}
