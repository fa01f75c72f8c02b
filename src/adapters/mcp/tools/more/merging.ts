import { z } from 'zod'
import { Compact, Merge } from '../../../../client/documents/generated.ts'
import { toApi } from '../../names.ts'
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
  async run({ strategy: name, message_ids: turns, ...rest }, { client, signal }) {
    const strategy = name === 'cherry_pick' ? 'CHERRY_PICK' : 'INSIGHTS'
    const input = { ...toApi(rest), strategy, turns } as const
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
  async run({ from, to, ...rest }, { client, signal }) {
    const input = { ...toApi(rest), from: pointIn(from), to: pointIn(to) }
    const { marker, replayed } = (await client.query(Compact, { input }, { signal })).compact
    return { structured: { marker_observation_id: marker?.id ?? null, replayed } }
  },
})
