import type { QueryOptions } from '../typedDocument.ts'

/** Items of a list, which come page by page as they are wanted. */
export interface Pages<Item, Options = ForwardPage, Got = Page<Item>> extends AsyncIterable<Item> {
  /** Returns one page; the first one unless a cursor says otherwise. */
  page(options?: Options): Promise<Got>
  /** Returns the items, at most `limit`; all of them when left out. */
  all(limit?: number): Promise<Item[]>
}
export interface ForwardPage extends QueryOptions {
  /** The size of the page, 1 to 100. */
  readonly first?: number | undefined
  /** Begin after this cursor. */
  readonly after?: string | null | undefined
}
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly hasNextPage: boolean
  /** Give it as `after` for the next page; null on an empty page. */
  readonly endCursor: string | null
}

/**
 * What any write may come with. The same key with the same input writes once; one is made when left out. Null: none, for what
 * may be written twice where an answer is lost.
 */
export interface WriteOptions extends QueryOptions {
  readonly idempotencyKey?: string | null | undefined
}
