import type { Exchange } from 'urql'
import { map, pipe } from 'wonka'

/**
 * Takes what is left of the answer to a query that was refused in part: the conversation that it asks of is null there, and the cache,
 * which stands before this, would have it for one that is not there, in every other answer too.
 */
export const dropRefused: Exchange =
  ({ forward }) =>
  (operations) =>
    pipe(
      forward(operations),
      map((result) => {
        const isRefused = result.operation.kind === 'query' && (result.error?.graphQLErrors.length ?? 0) > 0
        return isRefused ? { ...result, data: undefined } : result
      }),
    )
