import { shownOf, type Client } from '../client.ts'
import * as operations from '../operations.ts'

interface Request {
  readonly query: string
  readonly variables: Record<string, unknown>
}
interface Sink {
  next(result: { readonly data?: unknown; readonly errors?: readonly unknown[] | undefined }): void
  error(reason: unknown): void
  complete(): void
}

/** What graphql-ws and graphql-sse have in common. */
export interface Subscriber {
  subscribe(request: Request, sink: Sink): () => void
}

/** Returns a client that keeps nothing and sends all that there is over what it subscribes by. */
export function plainClient(subscriber: Subscriber): Client {
  const conversation = async (id: string) => {
    const answer = await once<operations.ConversationAnswer>(subscriber, operations.conversationQuery, { id })
    return shownOf(answer.conversation)
  }
  const pages = pagesOf(subscriber)
  return {
    open: conversation,
    shown: conversation,
    ...pages,
    async store(conversationId, text) {
      const variables = { input: { conversationId, role: 'USER', text } }
      const answer = await once<operations.StoreTurnAnswer>(subscriber, operations.storeTurnMutation, variables)
      return shownOf(answer.storeTurn.conversation)
    },
    follow: (id, tell, over = console.error) =>
      subscriber.subscribe(
        { query: operations.changesSubscription, variables: { id } },
        {
          next: (result) =>
            result.errors
              ? over(result.errors)
              : tell((dataOf(result) as operations.ChangesAnswer).conversationChanged.seq),
          error: over,
          complete: () => {},
        },
      ),
  }
}

function pagesOf(subscriber: Subscriber): Pick<Client, 'first' | 'next' | 'last' | 'previous'> {
  let texts: readonly string[] = []
  let border = { startCursor: '', endCursor: '' }
  const page = async (id: string, range: object) => {
    const variables = { id, ...range }
    const answer = await once<operations.TranscriptAnswer>(subscriber, operations.transcriptQuery, variables)
    const { edges, pageInfo } = answer.conversation.transcript
    border = pageInfo
    return edges.map(({ node }) => node.text)
  }
  return {
    first: async (id) => (texts = await page(id, { first: 2 })),
    next: async (id) => [...texts, ...(await page(id, { first: 2, after: border.endCursor }))],
    last: async (id) => (texts = await page(id, { last: 2 })),
    previous: async (id) => [...(await page(id, { last: 2, before: border.startCursor })), ...texts],
  }
}

/** Returns the one answer to a query or mutation, once it is said to be complete. */
async function once<T>(subscriber: Subscriber, query: string, variables: Record<string, unknown>): Promise<T> {
  let answer: T | undefined
  await new Promise<void>((resolve, reject) => {
    const next: Sink['next'] = (result) => (answer = dataOf(result) as T)
    const error: Sink['error'] = (reason) => reject(new Error('It was refused.', { cause: reason }))
    subscriber.subscribe({ query, variables }, { next, error, complete: resolve })
  })
  if (answer === undefined) throw new Error('Nothing was answered.')
  return answer
}

function dataOf({ data, errors }: Parameters<Sink['next']>[0]): unknown {
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}
