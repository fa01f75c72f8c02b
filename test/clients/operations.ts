import type { Shown } from './client.ts'

/** What a walk sends by every client that takes plain text. */
export const conversationQuery = `query Conversation($id: ID!) { conversation(id: $id) { id title turnCount } }`

export const transcriptQuery = `
  query Transcript($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    conversation(id: $id) {
      id
      transcript(first: $first, after: $after, last: $last, before: $before) {
        edges { cursor node { text } }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }
  }`

export const storeTurnMutation = `
  mutation StoreTurn($input: StoreTurnInput!) {
    storeTurn(input: $input) { conversation { id title turnCount } userErrors { code } }
  }`

export const changesSubscription = `
  subscription Changes($id: ID!) {
    conversationChanged(id: $id, afterSeq: 0) { id seq conversation { id turnCount } }
  }`

export interface ConversationAnswer {
  readonly conversation: Shown
}
export interface TranscriptAnswer {
  readonly conversation: {
    readonly transcript: {
      readonly edges: readonly { readonly node: { readonly text: string } }[]
      readonly pageInfo: { readonly startCursor: string; readonly endCursor: string }
    }
  }
}
export interface StoreTurnAnswer {
  readonly storeTurn: { readonly conversation: Shown }
}
export interface ChangesAnswer {
  readonly conversationChanged: { readonly seq: number }
}
