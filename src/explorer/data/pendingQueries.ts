import type { Exchange } from 'urql'
import { pipe, tap } from 'wonka'

const request = new Set<number>()
const waiting = new Set<{ readonly left: Set<number>; readonly resolve: () => void }>()

function answer(key: number): void {
  request.delete(key)
  for (const one of waiting) {
    one.left.delete(key)
    if (one.left.size > 0) continue
    waiting.delete(one)
    one.resolve()
  }
}

/** Knows which queries were sent and have no answer yet. Stands behind the cache, which answers some by itself. */
export const watchQueries: Exchange =
  ({ forward }) =>
  (operations) =>
    pipe(
      operations,
      tap(({ kind, key }) => {
        if (kind === 'query') request.add(key)
        else if (kind === 'teardown') answer(key)
      }),
      forward,
      tap(({ operation }) => answer(operation.key)),
    )

/**
 * Returns once the queries that are under way now are answered. The same query before that gets their
 * answer, which may be older than the question.
 */
export function answered(): Promise<void> {
  if (request.size === 0) return Promise.resolve()
  return new Promise((resolve) => waiting.add({ left: new Set(request), resolve }))
}
