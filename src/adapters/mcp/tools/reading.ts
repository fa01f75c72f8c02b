import { z } from 'zod'
import {
  ContextMessages,
  ListConversations,
  MessageObservations,
  Tree,
  Turn,
  type MessageObservationsQuery,
} from '../../../client/documents/generated.ts'
import { toTool } from '../names.ts'
import { reads, tool } from '../tool.ts'
import { mustExist, id, json, listOf, point, pointIn, roleOut } from '../values.ts'

const cursor = id.optional().describe('next_cursor of an earlier answer.')

export const listConversations = tool('list_conversations', {
  title: 'List conversations',
  description: 'Lists conversations, newest activity first.',
  annotations: reads,
  input: z.strictObject({
    query: z.string().optional().describe('Text in the title.'),
    cwd: z.string().optional().describe('Of exactly this working directory.'),
    limit: z.int().min(1).max(50).default(10),
    cursor,
  }),
  output: z.object({
    conversations: listOf(
      z.object({
        title: z.string(),
        id: z.string(),
        preview: z.string(),
        turn_count: z.int(),
        updated_at: z.string(),
        forked_from: z.string().nullable(),
      }),
    ),
    next_cursor: z.string().nullable(),
  }),
  async run({ query, cwd, limit, cursor }, { client, signal }) {
    const request = { filter: { title: query, cwd }, first: limit, after: cursor }
    const { nodes, pageInfo } = (await client.query(ListConversations, request, { signal })).conversations
    const conversations = nodes.map(({ id, title, preview, turnCount, updatedAt, forkedFrom }) => ({
      ...toTool({ title, id, preview, turnCount, updatedAt }),
      forked_from: forkedFrom?.conversation.id ?? null,
    }))
    return { structured: { conversations, next_cursor: pageInfo.hasNextPage ? pageInfo.endCursor : null } }
  },
})

const observation = z.object({
  id: z.string(),
  text: z.string().nullable(),
  kind: z.string(),
  observed_at: z.string(),
})
type Observed = NonNullable<MessageObservationsQuery['message']>['observations']['nodes'][number]
const observationOut = ({ id, text, kind, observedAt }: Observed) => toTool({ id, text, kind, observedAt })

export const getTurn = tool('get_turn', {
  title: 'Get a turn',
  description: "The user's and the assistant's message of one turn: what each is now, and everything stored of it.",
  annotations: reads,
  input: z.strictObject({ conversation_id: id, turn_id: id.describe("The user's; the answer's is found with it.") }),
  output: z.object({
    messages: listOf(
      z.object({
        message_id: z.string(),
        role: z.string().nullable(),
        text: z.string().nullable(),
        deleted: z.boolean(),
        snapshot: json.nullable(),
        observations: listOf(observation),
        observation_count: z.int().nullable(),
      }),
    ),
  }),
  async run({ conversation_id, turn_id }, { client, signal }) {
    const { turn } = await client.query(Turn, { conversationId: conversation_id, turnId: turn_id }, { signal })
    mustExist(turn[0], 'turn', `${conversation_id}:${turn_id}`)
    const messages = turn.map(({ id, role, text, deleted, snapshot, observations }) => ({
      ...{ message_id: id, role: roleOut(role), text, deleted },
      snapshot: (snapshot?.fields ?? null) as Record<string, unknown> | null,
      observations: observations.nodes.map(observationOut),
      observation_count: observations.totalCount,
    }))
    return { structured: { messages } }
  },
})

export const listObservations = tool('list_observations', {
  title: 'List observations',
  description: 'Everything that was ever stored of a message, newest first: each version, correction and deletion.',
  annotations: reads,
  input: z.strictObject({ message_id: id, limit: z.int().min(1).max(100).default(10), cursor }),
  output: z.object({ observations: listOf(observation), next_cursor: z.string().nullable() }),
  async run({ message_id, limit, cursor }, { client, signal }) {
    const request = { id: message_id, first: limit, after: cursor }
    const { message } = await client.query(MessageObservations, request, { signal })
    const { nodes, pageInfo } = mustExist(message, 'message', message_id).observations
    const next_cursor = pageInfo.hasNextPage ? pageInfo.endCursor : null
    return { structured: { observations: nodes.map(observationOut), next_cursor } }
  },
})

const formats = { text: 'TEXT', mermaid: 'MERMAID' } as const

export const showTree = tool('show_tree', {
  title: 'Show the tree',
  description: "Draws a conversation's tree: every branch and version, and where its end is.",
  annotations: reads,
  input: z.strictObject({ conversation_id: id, format: z.enum(['text', 'mermaid']).default('text') }),
  output: z.object({ tree: z.string() }),
  async run({ conversation_id, format }, { client, signal }) {
    const request = { id: conversation_id, format: formats[format] }
    const { conversation } = await client.query(Tree, request, { signal })
    const { tree } = mustExist(conversation, 'conversation', conversation_id)
    return { structured: { tree }, text: tree }
  },
})

export const getContext = tool('get_context', {
  title: 'Get the context',
  description: 'What a model would be sent to go on with the conversation, as messages of the OpenAI chat API.',
  annotations: reads,
  input: z.strictObject({ conversation_id: id, at: point.optional() }),
  output: z.object({ messages: z.array(json) }),
  async run({ conversation_id, at }, { client, signal }) {
    const request = { id: conversation_id, at: at === undefined ? undefined : pointIn(at) }
    const { conversation } = await client.query(ContextMessages, request, { signal })
    const { contextMessages } = mustExist(conversation, 'conversation', conversation_id)
    return { structured: { messages: contextMessages as Record<string, unknown>[] } }
  },
})
