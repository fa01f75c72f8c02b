import assert from 'node:assert/strict'
import type { Mutation } from '../../../src/graphql/generated.ts'
import type { Api, Data, Sure } from './api.ts'

export type Stored = Data['storeTurn']

const stored = `conversation { id turnCount head { id } } message { id } observation { id turn pathHash }
  replayed leftTranscript forked warnings { code } userErrors { code message field details }`

/** Stores a turn and returns the payload, refused or not. */
export async function storeTurn(api: Api, input: object): Promise<Stored> {
  const query = `mutation ($input: StoreTurnInput!) { storeTurn(input: $input) { ${stored} } }`
  return (await api.ask(query, { input })).storeTurn
}

/** Stores texts in turn, person and model alternating; returns the payloads. The turn ids are t1, t2, … */
export async function talk(
  api: Api,
  conversationId: string,
  ...texts: string[]
): Promise<Data['storeTurns']['results']> {
  const turns = texts.map((text, i) => ({
    conversationId,
    turnId: `t${i + 1}`,
    role: i % 2 === 0 ? 'USER' : 'ASSISTANT',
    text,
  }))
  const query = `mutation ($turns: [StoreTurnInput!]!) { storeTurns(input: { turns: $turns }) {
    results { ${stored} } replayed userErrors { code message } } }`
  const { storeTurns } = await api.ask(query, { turns })
  assert.deepEqual(storeTurns.userErrors, [])
  return storeTurns.results
}

const inputs: Readonly<Record<string, string>> = {
  ProbeConversationInput: 'ProbeInput',
  RewindConversationInput: 'RewindInput',
  ImportTranscriptInput: 'ImportInput',
  MergeConversationsInput: 'MergeInput',
  CompleteRunInput: 'RunInput',
  AbortRunInput: 'RunInput',
  UnrelateInput: 'RelateInput',
  RestoreRelationshipInput: 'RelateInput',
}

/** Runs a mutation that takes one input, and returns its payload. */
export async function mutate<N extends keyof Mutation>(
  api: Api,
  name: N,
  input: object,
  selection: string,
): Promise<Sure<Mutation>[N]> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`
  const named = inputs[type] ?? type.replace(/^(Delete|Restore).*/, 'DeleteInput')
  const query = `mutation ($input: ${named}!) {
    ${name}(input: $input) { ${selection} userErrors { code message field details } } }`
  return (await api.ask<Sure<Mutation>>(query, { input }))[name]
}

/** Returns the texts of a conversation's transcript. */
export async function texts(api: Api, id: string): Promise<string[]> {
  const query = 'query ($id: ID!) { conversation(id: $id) { transcript(first: 100) { nodes { text } } } }'
  const { conversation } = await api.ask(query, { id })
  return conversation.transcript.nodes.map(({ text }) => text)
}
