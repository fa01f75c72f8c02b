import type { CombinedError, Exchange } from 'urql'
import { map, pipe } from 'wonka'

/** Gives errors words for the page: what the server said, without a prefix; of a server that is away that it does not answer. */
export const plainErrors: Exchange =
  ({ forward }) =>
  (operations) =>
    pipe(
      forward(operations),
      map((result) => {
        if (result.error) result.error.message = plainMessage(result.error)
        return result
      }),
    )

function plainMessage({ networkError, graphQLErrors }: CombinedError): string {
  // What `fetch` throws where no answer came is a TypeError, in words of the browser.
  if (networkError instanceof TypeError) return 'The server does not answer.'
  return networkError?.message ?? graphQLErrors.map(({ message }) => message).join(' ')
}
