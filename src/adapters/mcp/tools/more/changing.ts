import { z } from 'zod'
import {
  AmendMessage,
  DeleteMessage,
  RestoreMessage,
  SwitchHead,
  Undo,
} from '../../../../client/documents/generated.ts'
import { toApi } from '../../names.ts'
import { tool, writesOnce } from '../../tool.ts'
import { id, idempotencyKey, json } from '../../values.ts'

const replayed = z.boolean()
const note = z.string().optional().describe('Why.')

export const amendMessage = tool('amend_message', {
  title: 'Correct a message',
  description: 'Corrects fields of a stored turn in place, such as its text; no branch changes, and the history stays.',
  annotations: writesOnce,
  input: z.strictObject({
    message_id: id,
    fields: json.describe('By the names of the API: text, content, metadata and the like; null clears one.'),
    note,
    idempotency_key: idempotencyKey,
  }),
  output: z.object({ message_id: z.string(), observation_id: z.string().nullable(), replayed }),
  async run(input, { client, signal }) {
    const { amendMessage } = await client.query(AmendMessage, { input: toApi(input) }, { signal })
    const { observation, replayed } = amendMessage
    return { structured: { message_id: input.message_id, observation_id: observation?.id ?? null, replayed } }
  },
})

const message = z.strictObject({ message_id: id, note, idempotency_key: idempotencyKey })
const messageOut = z.object({ message_id: z.string(), deleted: z.boolean(), replayed })

export const deleteMessage = tool('delete_message', {
  title: 'Delete a message',
  description: 'Shows a placeholder for a message from now on. Its history stays, and restore_message brings it back.',
  annotations: { ...writesOnce, destructiveHint: true },
  input: message,
  output: messageOut,
  async run({ message_id, ...rest }, { client, signal }) {
    const input = { id: message_id, ...toApi(rest) }
    const { deleteMessage } = await client.query(DeleteMessage, { input }, { signal })
    return { structured: { message_id, deleted: true, replayed: deleteMessage.replayed } }
  },
})

export const restoreMessage = tool('restore_message', {
  title: 'Restore a message',
  description: 'Brings a deleted message back.',
  annotations: writesOnce,
  input: message,
  output: messageOut,
  async run({ message_id, ...rest }, { client, signal }) {
    const input = { id: message_id, ...toApi(rest) }
    const { restoreMessage } = await client.query(RestoreMessage, { input }, { signal })
    return { structured: { message_id, deleted: false, replayed: restoreMessage.replayed } }
  },
})

const head = z.object({ left_transcript: z.int(), head_observation_id: z.string().nullable() })

export const switchHead = tool('switch_head', {
  title: 'Switch to a branch',
  description: 'Moves the end of a conversation to another branch of its tree.',
  annotations: writesOnce,
  input: z.strictObject({
    conversation_id: id,
    observation_id: id.describe('A leaf; with descend, any place.'),
    descend: z.boolean().optional().describe('Go on from there to the newest leaf below it.'),
    note,
    idempotency_key: idempotencyKey,
  }),
  output: head,
  async run({ descend, ...rest }, { client, signal }) {
    const input = { ...toApi(rest), ...(descend === true && { descend: 'NEWEST' as const }) }
    return { structured: headOut((await client.query(SwitchHead, { input }, { signal })).switchHead) }
  },
})

export const undo = tool('undo', {
  title: 'Undo',
  description: "Takes back the last move of a conversation's end; again, the one before it.",
  annotations: writesOnce,
  input: z.strictObject({ conversation_id: id, idempotency_key: idempotencyKey }),
  output: head,
  async run(input, { client, signal }) {
    return { structured: headOut((await client.query(Undo, { input: toApi(input) }, { signal })).undo) }
  },
})

interface Moved {
  readonly leftTranscript: number
  readonly conversation: { readonly head: { readonly id: string } | null } | null
}
const headOut = ({ leftTranscript, conversation }: Moved) => ({
  left_transcript: leftTranscript,
  head_observation_id: conversation?.head?.id ?? null,
})
