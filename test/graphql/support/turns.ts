import assert from 'node:assert/strict'
import type { Api } from './api.ts'
import { storeTurn } from './talk.ts'

/** Stores a turn, an answer where its id begins with "a", and returns the id of its observation. */
export async function storeText(
  api: Api,
  [conversationId, turnId, text]: readonly [string, string, string],
  more: object = {},
): Promise<string> {
  const role = turnId.startsWith('a') ? 'ASSISTANT' : 'USER'
  const stored = await storeTurn(api, { conversationId, turnId, role, text, ...more })
  assert.deepEqual(stored.userErrors, [])
  return stored.observation.id
}

/** Returns the code and the details of the error that a query is refused with. */
export async function refusal(api: Api, query: string, variables: object = {}): Promise<unknown[]> {
  const { errors } = await api.send(query, variables)
  return [errors[0]?.extensions.code, errors[0]?.extensions.details]
}
