import { z } from 'zod'
import { TurngraphError } from '../../../client/turngraphError.ts'
import { ForkConversation, RewindConversation, type PointInput } from '../../../client/documents/generated.ts'
import { tool, writes } from '../tool.ts'
import { id, idempotencyKey, point, pointIn, warning } from '../values.ts'

export const forkConversation = tool('fork_conversation', {
  title: 'Fork a conversation',
  description:
    'Makes a conversation that shares the past of another one up to a message, and goes its own way from there. ' +
    'Nothing is copied and the source is untouched. Without a point all of it is shared.',
  annotations: writes,
  input: z.strictObject({
    source: id.describe('The conversation to fork.'),
    at_message_id: id.optional().describe('The last message that the fork carries.'),
    before_message_id: id.optional().describe('The first message that the fork does not carry any more.'),
    at_observation_id: id.optional().describe('The same as an observation, as refusals name points.'),
    turn: z.int().optional().describe('Instead: the number of the last turn that it carries.'),
    new_conversation_id: id.optional(),
    title: z.string().optional(),
    note: z.string().optional().describe('Why.'),
    dry_run: z.boolean().optional().describe('Only say what would be shared.'),
    idempotency_key: idempotencyKey,
  }),
  output: z.object({
    conversation_id: z.string().nullable(),
    shared_length: z.int().nullable(),
    path_hash: z.string().nullable(),
    warnings: z.array(warning),
  }),
  async run({ at_message_id, at_observation_id, before_message_id, turn, ...given }, { client, signal }) {
    const { source, new_conversation_id, title, note, dry_run, idempotency_key } = given
    one({ at_message_id, at_observation_id, before_message_id, turn })
    const input = {
      source,
      at: pointOf({ messageId: at_message_id, observationId: at_observation_id, turn }),
      before: before_message_id === undefined ? undefined : { messageId: before_message_id },
      newConversationId: new_conversation_id,
      title,
      note,
      dryRun: dry_run,
      idempotencyKey: idempotency_key,
    }
    const { forkConversation } = await client.query(ForkConversation, { input }, { signal })
    const { conversation, sharedLength, pathHash, warnings } = forkConversation
    return {
      structured: {
        conversation_id: conversation?.id ?? null,
        shared_length: sharedLength,
        path_hash: pathHash,
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
    to: point
      .optional()
      .describe('The message that is the last one then: its id, or {message_id, observation_id or turn}.'),
    before: point.optional().describe('Or the first message that is gone then.'),
    note: z.string().optional().describe('Why.'),
    expected_head_id: id.optional().describe('The observation that must be the head now.'),
    idempotency_key: idempotencyKey,
  }),
  output: z.object({ left_transcript: z.int(), head_observation_id: z.string().nullable() }),
  async run({ conversation_id, to, before, note, expected_head_id, idempotency_key }, { client, signal }) {
    one({ to, before })
    const input = {
      conversationId: conversation_id,
      to: to === undefined ? undefined : pointIn(to),
      before: before === undefined ? undefined : pointIn(before),
      note,
      expectedHeadId: expected_head_id,
      idempotencyKey: idempotency_key,
    }
    const { rewindConversation } = await client.query(RewindConversation, { input }, { signal })
    const { conversation, leftTranscript } = rewindConversation
    return { structured: { left_transcript: leftTranscript, head_observation_id: conversation?.head?.id ?? null } }
  },
})

/** Of the one that is given. */
function pointOf(named: Readonly<Record<string, unknown>>): PointInput | undefined {
  const [given] = Object.entries(named).filter(([, value]) => value !== undefined)
  return given && (Object.fromEntries([given]) as unknown as PointInput)
}

/** Of several points none can be guessed to be the one that is meant. */
function one(points: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(points).filter((name) => points[name] !== undefined)
  if (given.length > 1) throw new TurngraphError('BAD_INPUT', `Give one of ${given.join(', ')}.`, { given }, given)
}
