import { z } from 'zod'
import { Compact, Merge } from '../../../../client/documents/generated.ts'
import { tool, writesOnce } from '../../tool.ts'
import { id, idempotencyKey, point, pointIn } from '../../values.ts'

export const merge = tool('merge', {
  title: 'Merge branches',
  description:
    'Merges conversations into one: named turns of a branch (cherry_pick), or what is marked as an insight (insights).',
  annotations: writesOnce,
  input: z.strictObject({
    into: id,
    from: z.array(id).min(1),
    strategy: z.enum(['cherry_pick', 'insights']),
    message_ids: z.array(id).optional().describe('Of cherry_pick: the turns to take, tool calls with their results.'),
    note: z.string().optional(),
    idempotency_key: idempotencyKey,
  }),
  output: z.object({ join_observation_id: z.string().nullable(), replayed: z.boolean() }),
  async run({ into, from, strategy, message_ids, note, idempotency_key }, { client, signal }) {
    const named = strategy === 'cherry_pick' ? 'CHERRY_PICK' : 'INSIGHTS'
    const input = { into, from, strategy: named, turns: message_ids, note, idempotencyKey: idempotency_key } as const
    const { join, replayed } = (await client.query(Merge, { input }, { signal })).mergeConversations
    return { structured: { join_observation_id: join?.id ?? null, replayed } }
  },
})

export const compact = tool('compact', {
  title: 'Sum up',
  description: 'Puts a summary in place of whole exchanges wherever a model reads the conversation. Nothing is lost.',
  annotations: writesOnce,
  input: z.strictObject({
    conversation_id: id,
    from: point,
    to: point,
    summary: z.string().min(1),
    idempotency_key: idempotencyKey,
  }),
  output: z.object({ marker_observation_id: z.string().nullable(), replayed: z.boolean() }),
  async run({ conversation_id, from, to, summary, idempotency_key }, { client, signal }) {
    const span = { conversationId: conversation_id, from: pointIn(from), to: pointIn(to) }
    const input = { ...span, summary, idempotencyKey: idempotency_key }
    const { marker, replayed } = (await client.query(Compact, { input }, { signal })).compact
    return { structured: { marker_observation_id: marker?.id ?? null, replayed } }
  },
})
