import { badInput } from '../../domain/refusals.ts'

export interface PageArguments {
  readonly first?: number | null
  readonly after?: string | null
  readonly last?: number | null
  readonly before?: string | null
}

export const pageMaximum = 100
export const pageDefault = 50

/** An item of a page; its cursor is made when it is asked for. */
export interface Listed<T> {
  readonly item: T
  readonly cursor: string
}

/** A cursor that is made once it is asked for. A class: objects with a getter each are made slowly, and many are made. */
export class LazyCursor {
  readonly #made: () => string
  constructor(made: () => string) {
    this.#made = made
  }
  get cursor(): string {
    return this.#made()
  }
}

class ListedItem<T> extends LazyCursor implements Listed<T> {
  readonly item: T
  constructor(item: T, cursor: () => string) {
    super(cursor)
    this.item = item
  }
}

/** Returns an item of a page: most pages are asked for one cursor, or for none. */
export const listed = <T>(item: T, cursor: () => string): Listed<T> => new ListedItem(item, cursor)

/** A page of any list with cursors. */
export interface ListPage<T> {
  readonly items: readonly Listed<T>[]
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  /** Null where counting would walk too far. */
  totalCount(): Promise<number | null>
}

/** The page of a list that has nothing. */
export const noPage: ListPage<never> = {
  items: [],
  hasNextPage: false,
  hasPreviousPage: false,
  totalCount: () => Promise.resolve(0),
}

/** Returns the sizes asked for, checked; the default `first` when neither is given. Both together are refused. */
export function pageSize({ first, last }: PageArguments): { first: number | null; last: number | null } {
  for (const [name, size] of [
    ['first', first],
    ['last', last],
  ] as const)
    if (size != null && (size < 1 || size > pageMaximum))
      throw badInput(`"${name}" must be from 1 to ${pageMaximum}.`, { [name]: size, maximum: pageMaximum }, [name])
  if (first != null && last != null) throw badInput('Give "first" or "last", not both.', { first, last }, ['last'])
  return { first: first ?? (last == null ? pageDefault : null), last: last ?? null }
}
