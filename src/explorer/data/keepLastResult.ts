import type { CombinedError, Exchange } from 'urql'
import { map, pipe } from 'wonka'

/** Answers that are kept: more than one page asks for. */
const most = 64

/**
 * Returns what keeps an answer where the same is asked again and no answer comes, so that what is shown stays, and tells of
 * each query that was not answered. Stands before the cache, which makes up an answer where the server gave none.
 */
export const keepLastResult =
  (tellLost: () => void): Exchange =>
  ({ forward }) => {
    const displayed = new Map<number, unknown>()
    const keep = (key: number, data: unknown): void => {
      displayed.delete(key)
      displayed.set(key, data)
      if (displayed.size > most) for (const oldest of displayed.keys()) return void displayed.delete(oldest)
    }
    return (operations) =>
      pipe(
        forward(operations),
        map((result) => {
          const { kind, key } = result.operation
          if (kind !== 'query') return result
          if (isUnanswered(result.error)) {
            tellLost()
            return { ...result, data: displayed.get(key) }
          }
          if (result.data != null) keep(key, result.data)
          return result
        }),
      )
  }

/** A server that has too much to do refuses with a status. */
function isUnanswered(error: CombinedError | undefined): boolean {
  const response = error?.response as Response | undefined
  return error !== undefined && (error.networkError !== undefined || (response?.status ?? 200) >= 400)
}
