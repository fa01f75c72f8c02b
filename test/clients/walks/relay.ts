import './webSocket.ts'
import * as relay from 'relay-runtime'
import type { Environment, GraphQLTaggedNode, OperationType } from 'relay-runtime'
import { shownOf, type Client, type Shown } from '../client.ts'
import changesSubscription, {
  type relayOperationsChangesSubscription as Changes,
} from '../generated/relay/relayOperationsChangesSubscription.graphql.ts'
import conversationQuery, {
  type relayOperationsConversationQuery as Conversation,
} from '../generated/relay/relayOperationsConversationQuery.graphql.ts'
import pageQuery, {
  type relayOperationsPageQuery as Page,
} from '../generated/relay/relayOperationsPageQuery.graphql.ts'
import storeTurnMutation, {
  type relayOperationsStoreTurnMutation as StoreTurn,
} from '../generated/relay/relayOperationsStoreTurnMutation.graphql.ts'
import transcriptQuery, {
  type relayOperationsTranscriptQuery as Transcript,
} from '../generated/relay/relayOperationsTranscriptQuery.graphql.ts'
import fragment, {
  type relayOperations_transcript$data as Pages,
} from '../generated/relay/relayOperations_transcript.graphql.ts'
import { relayEnvironment } from '../settings/relay.ts'

/** Returns Relay at a server. */
export function open(origin: string, key?: string): Client {
  const environment = relayEnvironment(origin, key)
  const first = async (id: string, range: { first?: number; last?: number }) => {
    await ask<Transcript>(environment, transcriptQuery, { id, ...range })
    return texts(pages(environment, id, range))
  }
  // What a pagination hook does: asks for a page by the refetch query, and reads the fragment again.
  const more = async (id: string, range: { first?: number; last?: number }, border: 'after' | 'before') => {
    const { nodeId, transcript } = pages(environment, id, range)
    const cursor = border === 'after' ? transcript.pageInfo.endCursor : transcript.pageInfo.startCursor
    await ask<Page>(environment, pageQuery, { nodeId, ...range, [border]: cursor })
    return texts(pages(environment, id, range))
  }
  return {
    open: async (id) => shownOf((await ask<Conversation>(environment, conversationQuery, { id })).conversation!),
    shown: async (id) => shownOf(cached<Conversation>(environment, conversationQuery, { id }).conversation!),
    first: (id) => first(id, { first: 2 }),
    next: (id) => more(id, { first: 2 }, 'after'),
    last: (id) => first(id, { last: 2 }),
    previous: (id) => more(id, { last: 2 }, 'before'),
    store: (conversationId, text) => store(environment, { conversationId, role: 'USER', text }),
    follow(id, tell, over = console.error) {
      const subscription = relay.requestSubscription<Changes>(environment, {
        subscription: changesSubscription,
        variables: { id },
        onNext: (event) => tell(event!.conversationChanged.seq!),
        onError: over,
      })
      return () => subscription.dispose()
    },
  }
}

async function ask<O extends OperationType>(
  environment: Environment,
  query: GraphQLTaggedNode,
  variables: O['variables'],
): Promise<O['response']> {
  return (await relay.fetchQuery<O>(environment, query, variables).toPromise())!
}

/** Returns what the store holds of an operation's answer. */
function cached<O extends OperationType>(
  environment: Environment,
  query: GraphQLTaggedNode,
  variables: O['variables'],
): O['response'] {
  const operation = relay.createOperationDescriptor(relay.getRequest(query), variables)
  return environment.lookup(operation.fragment).data
}

/** Returns all pages of a transcript that the store has put together. */
function pages(environment: Environment, id: string, range: object): Pages {
  const { conversation } = cached<Transcript>(environment, transcriptQuery, { id, ...range })
  const selector = relay.getSingularSelector(relay.getFragment(fragment), conversation)
  return environment.lookup(selector).data as unknown as Pages
}

const texts = ({ transcript }: Pages): readonly string[] => transcript.edges.map(({ node }) => node.text)

function store(environment: Environment, input: StoreTurn['variables']['input']): Promise<Shown> {
  return new Promise((resolve, reject) => {
    relay.commitMutation<StoreTurn>(environment, {
      mutation: storeTurnMutation,
      variables: { input },
      onCompleted: ({ storeTurn }) => resolve(shownOf(storeTurn.conversation!)),
      onError: reject,
    })
  })
}
