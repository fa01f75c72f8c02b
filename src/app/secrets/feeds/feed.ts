import { isFit } from '../../../domain/ids.ts'
import type { Json } from '../../../domain/model.ts'
import type { NotScanned, Scannable } from '../scannable.ts'

/** One kind of what is scanned, in an order that nothing changes. */
export interface Feed {
  /** Says whether a token is one that a page may have ended with. */
  readonly isToken: (token: Json) => boolean
  /** Returns the page of a token; null: the first one. `next` is null where it is the last one. */
  readonly read: (token: Json) => Promise<FeedPage>
}

export interface FeedPage {
  readonly items: readonly Scannable[]
  readonly next: Json
  readonly notScanned: readonly NotScanned[]
  /** How many observations are among the items. */
  readonly observations: number
}

/** Items of a page at most. */
export const atOnce = 100

/** A token of what the store walks through. */
export const isWalkToken = (token: Json): boolean => typeof token === 'string' && isFit(token)

/** Returns several feeds as one: a token is the number of one, and its own token. */
export function joined(feeds: readonly Feed[]): Feed {
  return {
    isToken: (token) => {
      if (!Array.isArray(token) || token.length !== 2) return false
      const [number, inner] = token as readonly Json[]
      const feed = typeof number === 'number' ? feeds[number] : undefined
      return feed !== undefined && (inner === null || feed.isToken(inner as Json))
    },
    read: async (token) => {
      const [number, inner] = (token ?? [0, null]) as readonly [number, Json]
      const page = await feeds[number]?.read(inner)
      if (page === undefined) return { items: [], next: null, notScanned: [], observations: 0 }
      const further: Json = number + 1 < feeds.length ? [number + 1, null] : null
      return { ...page, next: page.next === null ? further : [number, page.next] }
    },
  }
}
