/** Yields what there is, some at a time, in order. */
export function* pagesOf<T>(items: Iterable<T>, most: number): Generator<readonly T[]> {
  let page: T[] = []
  for (const item of items) {
    page.push(item)
    if (page.length < most) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}
