import { z } from 'zod'
import { Search } from '../../../client/documents/generated.ts'
import { reads, tool } from '../tool.ts'
import { id, listOf, roleOut } from '../values.ts'

export const search = tool('search', {
  title: 'Search',
  description: 'Finds what was said: all of the words, "…" for a phrase, -word to leave out.',
  annotations: reads,
  input: z.strictObject({
    text: z.string(),
    conversation_id: id.optional().describe('Only there.'),
    limit: z.int().min(1).max(50).default(10),
    cursor: id.optional(),
  }),
  output: z.object({
    hits: listOf(
      z.object({
        title: z.string(),
        conversation_id: z.string(),
        message_id: z.string().nullable(),
        observation_id: z.string(),
        role: z.string().nullable(),
        turn: z.int().nullable(),
        observed_at: z.string(),
        snippet: z.string(),
      }),
    ),
    next_cursor: z.string().nullable(),
  }),
  async run({ text, conversation_id, limit, cursor }, { client, signal }) {
    const within = conversation_id === undefined ? {} : { in: { conversationId: conversation_id } }
    const { nodes, pageInfo } = (
      await client.query(Search, { text, first: limit, after: cursor, ...within }, { signal })
    ).search
    const hits = nodes.map(({ observation, conversation, snippet, turn }) => ({
      ...{ title: conversation.title, conversation_id: conversation.id },
      ...{ message_id: observation.message?.id ?? null },
      ...{ observation_id: observation.id, role: roleOut(observation.role), turn },
      ...{ observed_at: observation.observedAt, snippet },
    }))
    return { structured: { hits, next_cursor: pageInfo.hasNextPage ? pageInfo.endCursor : null } }
  },
})
