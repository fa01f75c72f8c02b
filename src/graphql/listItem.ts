/**
 * Returns an item of a list such that what is thrown while it is completed comes as a rejection. graphql-js gives a list up
 * at the first item that throws at once, and no listener is left for the items before it that are still under way: the
 * first of them that fails would end the process.
 */
export function listItem(item: unknown): unknown {
  return typeof (item as { then?: unknown } | null | undefined)?.then === 'function' ? item : new ListItem(item)
}

/** What graphql-js takes for a promise, and which answers at once: a list that needs no promise needs none for it. */
class ListItem {
  readonly #item: unknown

  constructor(item: unknown) {
    this.#item = item
  }

  then<R>(completed: (item: unknown) => R): R | Promise<never> {
    try {
      return completed(this.#item)
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)))
    }
  }
}
