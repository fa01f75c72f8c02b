import { graphql } from 'relay-runtime'

// Read by Relay's compiler alone: in an application a bundler's plugin puts the compiled artifacts in place of the tags.
export const operations = [
  graphql`
    query relayOperationsConversationQuery($id: ID!) {
      conversation(id: $id) {
        title
        turnCount
      }
    }
  `,
  graphql`
    query relayOperationsTranscriptQuery($id: ID!, $first: Int, $last: Int) {
      conversation(id: $id) {
        nodeId
        ...relayOperations_transcript @arguments(first: $first, last: $last)
      }
    }
  `,
  graphql`
    fragment relayOperations_transcript on Conversation
    @refetchable(queryName: "relayOperationsPageQuery")
    @argumentDefinitions(
      first: { type: "Int" }
      after: { type: "String" }
      last: { type: "Int" }
      before: { type: "String" }
    ) {
      transcript(first: $first, after: $after, last: $last, before: $before)
        @connection(key: "relayOperations_transcript") {
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
  `,
  graphql`
    mutation relayOperationsStoreTurnMutation($input: StoreTurnInput!) {
      storeTurn(input: $input) {
        conversation {
          title
          turnCount
        }
        userErrors {
          code
        }
      }
    }
  `,
  graphql`
    subscription relayOperationsChangesSubscription($id: ID!) {
      conversationChanged(id: $id, afterSeq: 0) {
        seq
        conversation {
          turnCount
        }
      }
    }
  `,
]
