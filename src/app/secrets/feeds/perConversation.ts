import { isFit } from '../../../domain/ids.ts'
import type { Json } from '../../../domain/model.ts'
import type { NotScanned, Scannable } from '../scannable.ts'
import type { SomeConversations } from './conversations.ts'
import { atOnce, type Feed } from './feed.ts'

/** What each conversation has of a kind, listed by a place in its order. */
export interface OwnedList<T> {
  /** Returns a page of each of some conversations, the first one's behind a place. */
  readonly lists: (ids: readonly string[], after: Json, limit: number) => Promise<readonly (readonly T[])[]>
  readonly placeOf: (item: T) => Json
  readonly isPlace: (place: Json) => boolean
  /** Observations that items are about are read together. */
  readonly scannables: (items: readonly T[]) => Promise<readonly Scannable[]>
  readonly notScanned: (items: readonly T[]) => readonly NotScanned[]
}

/** Where a page of conversations begins, the number of one in it, and the place in its list. */
type Token = readonly [page: Json, number: number, place: Json]

/** Returns what conversations have of a kind, conversation by conversation; a long list is read page by page. */
export function perConversation<T>(conversations: SomeConversations, owned: OwnedList<T>): Feed {
  const isToken = (token: Json): boolean => {
    if (!Array.isArray(token) || token.length !== 3) return false
    const [page, number, place] = token as readonly Json[]
    const isNumber = Number.isSafeInteger(number) && (number as number) >= 0 && (number as number) < atOnce
    const isPage = page === null || conversations.isToken(page as Json)
    return isPage && isNumber && (place === null || owned.isPlace(place as Json))
  }
  return {
    isToken,
    read: async (token) => {
      const [page, number, place] = (token ?? [null, 0, null]) as Token
      const some = await conversations.read(page)
      const ids = some.items.slice(number).map(({ id }) => id)
      const lists = ids.length === 0 ? [] : await owned.lists(ids, place, atOnce)
      const full = lists.findIndex(({ length }) => length >= atOnce)
      const items = (full < 0 ? lists : lists.slice(0, full + 1)).flat()
      const last = full < 0 ? undefined : items.at(-1)
      const further: Json = some.next === null ? null : [some.next, 0, null]
      return {
        items: await owned.scannables(items),
        next: last === undefined ? further : [page, number + full, owned.placeOf(last)],
        notScanned: owned.notScanned(items),
        observations: 0,
      }
    },
  }
}

/** A place of texts. */
export const isTexts =
  (length: number) =>
  (place: Json): boolean =>
    Array.isArray(place) && place.length === length && place.every((one) => typeof one === 'string' && isFit(one))
