import { waitFor } from '../../../support/waitFor.ts'

/** A server that is asked by GraphQL. */
export interface Asks {
  readonly url: string
  ask<T>(query: string, variables?: object): Promise<T>
}

/** A conversation that was recorded. */
export interface Recorded {
  readonly id: string
  readonly leaves: number
  readonly forkedFrom: string | null
  /** Conversations that it started. */
  readonly sidechains: readonly string[]
  /** Texts of the head's path, with their roles. */
  readonly path: readonly string[]
}

const query = `query ($id: ID!) { conversation(id: $id) { id treeShape { leaves } sidechains(first: 50) { nodes { id } } forkedFrom { conversation { id } }
  transcript(first: 100, view: RAW) { nodes { role text } } } }`

interface Found {
  readonly id: string
  readonly treeShape: { readonly leaves: number }
  readonly sidechains: { readonly nodes: readonly { readonly id: string }[] }
  readonly forkedFrom: { readonly conversation: { readonly id: string } } | null
  readonly transcript: { readonly nodes: readonly { readonly role: string; readonly text: string }[] }
}

/** Returns a conversation with the path of its head. */
export async function recorded(api: Asks, id: string): Promise<Recorded> {
  const { conversation } = await api.ask<{ conversation: Found | null }>(query, { id })
  if (!conversation) throw new Error(`There is no conversation ${id}.`)
  return {
    id,
    leaves: conversation.treeShape.leaves,
    forkedFrom: conversation.forkedFrom?.conversation.id ?? null,
    sidechains: conversation.sidechains.nodes.map((one) => one.id),
    path: conversation.transcript.nodes.map(({ role, text }) => `${role}: ${text}`),
  }
}

/** Returns the ids of all conversations, those of sidechains and forks too. */
export async function conversationIds(api: Asks): Promise<string[]> {
  const { conversations } = await api.ask<{ conversations: { nodes: { id: string }[] } }>(
    `{ conversations(first: 100) { nodes { id } } }`,
  )
  return conversations.nodes.map(({ id }) => id)
}

/** Resolves once so many requests were recorded since the server began. */
export async function whenRecorded({ url }: Pick<Asks, 'url'>, count: number, token = ''): Promise<void> {
  await waitFor(async () => {
    const text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text()
    const counts = [...text.matchAll(/^turngraph_proxy_(?:un)?recorded_total\{.*\} (\d+)$/gm)].map(([, n]) => Number(n))
    return counts.reduce((sum, n) => sum + n, 0) >= count
  })
}
