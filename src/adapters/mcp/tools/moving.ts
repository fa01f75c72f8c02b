import { z } from 'zod'
import { TurngraphError } from '../../../client/turngraphError.ts'
import { ForkConversation, RewindConversation, type PointInput } from '../../../client/documents/generated.ts'
import { toApi, toTool } from '../names.ts'
import { tool, writes } from '../tool.ts'
import { id, idempotencyKey, pointIn, pointNamed, warnings } from '../values.ts'

export const forkConversation = tool('fork_conversation', {
  title: 'Fork a conversation',
  description:
    'Makes a conversation that shares the past of another one up to a point, without one all of it. The source is untouched.',
  annotations: writes,
  input: z.strictObject({
    source: id.describe('The conversation to fork.'),
    at_message_id: id.optional().describe('The last message that it carries.'),
    before_message_id: id.optional().describe('Or the first that it does not.'),
    at_observation_id: id.optional().describe('Or the last observation.'),
    turn: z.int().optional().describe('Or the number of the last turn.'),
    new_conversation_id: id.optional(),
    title: z.string().optional(),
    note: z.string().optional().describe('Why.'),
    dry_run: z.boolean().optional().describe('Only answer what would be shared.'),
    idempotency_key: idempotencyKey,
  }),
  output: z.object({
    conversation_id: z.string().nullable(),
    shared_length: z.int().nullable(),
    path_hash: z.string().nullable(),
    warnings,
  }),
  async run({ at_message_id, at_observation_id, before_message_id, turn, ...rest }, { client, signal }) {
    one({ at_message_id, at_observation_id, before_message_id, turn })
    const input = {
      ...toApi(rest),
      at: pointOf({ messageId: at_message_id, observationId: at_observation_id, turn }),
      before: before_message_id === undefined ? undefined : { messageId: before_message_id },
    }
    const { forkConversation } = await client.query(ForkConversation, { input }, { signal })
    const { conversation, sharedLength, pathHash, warnings } = forkConversation
    return {
      structured: {
        conversation_id: conversation?.id ?? null,
        ...toTool({ sharedLength, pathHash }),
        warnings: [...warnings],
      },
    }
  },
})

export const rewindConversation = tool('rewind_conversation', {
  title: 'Rewind a conversation',
  description:
    'Moves the end of the conversation back to a message, or to before one. What came after stays in the tree as a branch.',
  annotations: writes,
  input: z.strictObject({
    conversation_id: id,
    to: pointNamed('The last that stays').optional(),
    before: pointNamed('Or the first that leaves').optional(),
    note: z.string().optional().describe('Why.'),
    expected_head_id: id.optional().describe('The observation that must be the head.'),
    idempotency_key: idempotencyKey,
  }),
  output: z.object({ left_transcript: z.int(), head_observation_id: z.string().nullable() }),
  async run({ to, before, ...rest }, { client, signal }) {
    one({ to, before })
    const input = {
      ...toApi(rest),
      to: to === undefined ? undefined : pointIn(to),
      before: before === undefined ? undefined : pointIn(before),
    }
    const { rewindConversation } = await client.query(RewindConversation, { input }, { signal })
    const { conversation, leftTranscript } = rewindConversation
    return { structured: { left_transcript: leftTranscript, head_observation_id: conversation?.head?.id ?? null } }
  },
})

/** Of the one that is given. */
function pointOf(named: Readonly<Record<string, unknown>>): PointInput | undefined {
  const [input] = Object.entries(named).filter(([, value]) => value !== undefined)
  return input && (Object.fromEntries([input]) as unknown as PointInput)
}

/** Of several points none can be guessed to be the one that is meant. */
function one(points: Readonly<Record<string, unknown>>): void {
  const names = Object.entries(points).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (names.length > 1)
    throw new TurngraphError('BAD_INPUT', `Give one of ${names.join(', ')}.`, { given: names }, names)
}
