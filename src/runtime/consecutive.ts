/** Values that follow each other and have one key. */
export interface Consecutive<T, K> {
  readonly key: K
  readonly values: AsyncIterable<T>
}

/** Yields values that follow each other with one key together, in their order; what of them is not taken is passed over when the next one is asked for. */
export async function* consecutiveOf<T, K>(
  all: AsyncIterable<T>,
  keyOf: (value: T) => K,
): AsyncGenerator<Consecutive<T, K>> {
  const iterator = all[Symbol.asyncIterator]()
  const read = async () => {
    const one = await iterator.next()
    return one.done === true ? null : { key: keyOf(one.value), value: one.value }
  }
  let next: { readonly key: K; readonly value: T } | null = null
  const ofKey = async function* (key: K): AsyncGenerator<T> {
    for (; next?.key === key; next = await read()) yield next.value
  }
  try {
    next = await read()
    while (next !== null) {
      const { key } = next
      yield { key, values: ofKey(key) }
      while ((next as { readonly key: K } | null)?.key === key) next = await read()
    }
  } finally {
    await iterator.return?.()
  }
}
