import type { RequestPolicy } from '@urql/core'
import type { ResultOf } from 'gql.tada'
import { shownOf, type Client } from '../client.ts'
import { graphql, typedClient } from '../settings/tada.ts'

const conversationQuery = graphql(`
  query Conversation($id: ID!) {
    conversation(id: $id) {
      id
      title
      turnCount
    }
  }
`)
const transcriptQuery = graphql(`
  query Transcript($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    conversation(id: $id) {
      id
      transcript(first: $first, after: $after, last: $last, before: $before) {
        edges {
          node {
            text
          }
        }
        pageInfo {
          startCursor
          endCursor
        }
      }
    }
  }
`)
const storeTurnMutation = graphql(`
  mutation StoreTurn($input: StoreTurnInput!) {
    storeTurn(input: $input) {
      conversation {
        id
        title
        turnCount
      }
      userErrors {
        code
      }
    }
  }
`)
const changesSubscription = graphql(`
  subscription Changes($id: ID!) {
    conversationChanged(id: $id, afterSeq: 0) {
      id
      seq
      conversation {
        id
        turnCount
      }
    }
  }
`)

/** Returns urql with its plain cache at a server, every query typed by gql.tada. */
export function open(origin: string, key?: string): Client {
  const client = typedClient(origin, key)
  // A write makes the plain cache ask again for what the payload named; an event, of which it takes no notice, must say so.
  let requestPolicy: RequestPolicy = 'cache-first'
  const conversation = async (id: string) => {
    const { data } = await client.query(conversationQuery, { id }, { requestPolicy })
    return shownOf(sure(sure(data).conversation))
  }
  let texts: readonly string[] = []
  let border: ResultOf<typeof transcriptQuery>
  const page = async (id: string, range: { first?: number; after?: string; last?: number; before?: string }) => {
    border = sure((await client.query(transcriptQuery, { id, ...range })).data)
    return sure(border.conversation).transcript.edges.map(({ node }) => node.text)
  }
  const pageInfo = () => sure(border.conversation).transcript.pageInfo
  return {
    open: conversation,
    shown: conversation,
    first: async (id) => (texts = await page(id, { first: 2 })),
    next: async (id) => [...texts, ...(await page(id, { first: 2, after: sure(pageInfo().endCursor) }))],
    last: async (id) => (texts = await page(id, { last: 2 })),
    previous: async (id) => [...(await page(id, { last: 2, before: sure(pageInfo().startCursor) })), ...texts],
    async store(conversationId, text) {
      const { data } = await client.mutation(storeTurnMutation, { input: { conversationId, role: 'USER', text } })
      return shownOf(sure(sure(data).storeTurn.conversation))
    },
    follow(id, tell, over = console.error) {
      const events = client.subscription(changesSubscription, { id })
      const subscription = events.subscribe(({ data, error }) => {
        if (error) {
          over(error)
          return
        }
        requestPolicy = 'network-only'
        tell(sure(sure(data).conversationChanged.seq))
      })
      return () => subscription.unsubscribe()
    },
  }
}

// @ts-expect-error -- a field that the schema does not have
export type Mistaken = ResultOf<typeof conversationQuery>['conversations']

function sure<T>(value: T): NonNullable<T> {
  if (value == null) throw new Error('Nothing was answered.')
  return value
}
