import { z } from 'zod'
import { StoreTurn, StoreTurns, type StoreTurnInput } from '../../../client/documents/generated.ts'
import { toApi, toTool } from '../names.ts'
import { ownKey } from '../ownKey.ts'
import { shownAs } from '../schemas.ts'
import { tool, writesOnce } from '../tool.ts'
import { blockIn, blocks, id, json, listOf, role, roleIn, thing, thingIn, warnings } from '../values.ts'

const attachment = z.strictObject({
  name: z.string().optional(),
  media_type: z.string().optional(),
  base64: z.string().optional(),
  uri: z.string().optional(),
  kind: z.string().optional(),
})

const refersText =
  'What the turn is about: {type, name}, {conversation_id}, {message_id}, {entity_id} or {attachment_id} each.'
const attachmentsText = 'Files: {name, media_type, kind} with base64 or uri.'

const turn = z.strictObject({
  conversation_id: id.optional().describe("The host's id of this conversation, verbatim; a new one is made."),
  conversation_key: z
    .strictObject({ first_user_message: z.string(), title: z.string() })
    .partial()
    .meta(shownAs('object', 'Where the host shows no id: {first_user_message} or {title}.'))
    .optional(),
  turn_id: id.optional().describe("The host's id of the turn, else its number; an answer's ends in :assistant."),
  role,
  text: z.string().optional(),
  content: blocks.optional(),
  branch_id: id.optional().describe('Only if the host shows one.'),
  parent_message_id: id.optional().describe('What it continues, if not the last.'),
  supersedes: id.optional().describe('The message that this one replaces.'),
  refers_to: z.array(thing).meta(shownAs('array', refersText)).optional(),
  attachments: z.array(attachment).meta(shownAs('array', attachmentsText)).optional(),
  model: z.string().optional(),
  run_id: id.optional(),
  observed_at: z.string().optional().describe('RFC 3339.'),
  metadata: json.optional(),
})

const expected = {
  idempotency_key: id.optional().describe('The same only to retry; left out, one is made.'),
  expected_head_id: id
    .nullish()
    .meta(shownAs(['string', 'null'], 'The observation that must be the head; null: there is none.')),
  on_conflict: z.enum(['reject', 'fork', 'rebase']).optional(),
}

const stored = {
  conversation_id: z.string(),
  message_id: z.string(),
  observation_id: z.string(),
  left_transcript: z.int(),
  forked: z.boolean(),
  warnings,
}

export const storeTurn = tool('store_turn', {
  title: 'Store a turn',
  description:
    "Stores one turn of the conversation. Store the user's turn before you answer it, and your answer after. " +
    'The same turn_id again is an edit: nothing is lost.',
  annotations: writesOnce,
  input: turn.extend(expected),
  output: z.object({ ...stored, replayed: z.boolean() }),
  async run({ idempotency_key, expected_head_id, on_conflict, ...rest }, context) {
    const turn = turnIn(rest)
    const key = idempotency_key ?? (await ownKey(context, [turn]))
    const input = { ...turn, ...expectedIn({ idempotency_key: key, expected_head_id, on_conflict }) }
    const { storeTurn } = await context.client.query(StoreTurn, { input }, context)
    return { structured: { ...storedOut(storeTurn), replayed: storeTurn.replayed } }
  },
})

export const storeTurns = tool('store_turns', {
  title: 'Store turns',
  description: 'Stores several turns in order, all of them or none: for catching up on a conversation.',
  annotations: writesOnce,
  input: z.strictObject({
    turns: z.array(turn).min(1).meta(shownAs('array', "Each as store_turn's arguments, without the last three.")),
    ...expected,
  }),
  output: z.object({ results: listOf(z.object(stored)), replayed: z.boolean() }),
  async run({ turns, ...rest }, context) {
    const all = turns.map(turnIn)
    const key = rest.idempotency_key ?? (await ownKey(context, all))
    const input = { turns: all, ...expectedIn({ ...rest, idempotency_key: key }) }
    const { storeTurns } = await context.client.query(StoreTurns, { input }, context)
    return { structured: { results: storeTurns.results.map(storedOut), replayed: storeTurns.replayed } }
  },
})

function turnIn(input: z.output<typeof turn>): StoreTurnInput {
  const { conversation_key: key, role, content, parent_message_id: parent, refers_to, attachments, ...same } = input
  return {
    ...toApi(same),
    conversationKey: key && (toApi(key) as StoreTurnInput['conversationKey']),
    role: roleIn(role),
    content: content?.map(blockIn),
    parent: parent === undefined ? undefined : { messageId: parent },
    refersTo: refers_to?.map(thingIn),
    attachments: attachments?.map(toApi),
  }
}

type Expected = { readonly [K in keyof typeof expected]?: z.output<(typeof expected)[K]> }
function expectedIn({ on_conflict, ...same }: Expected) {
  return { ...toApi(same), onConflict: on_conflict?.toUpperCase() as StoreTurnInput['onConflict'] }
}

interface Stored {
  readonly conversation: { readonly id: string } | null
  readonly message: { readonly id: string } | null
  readonly observation: { readonly id: string } | null
  readonly leftTranscript: number
  readonly forked: boolean
  readonly warnings: readonly { readonly code: string; readonly message: string; readonly details: unknown }[]
}

/** What was not refused has all three. */
function storedOut({ conversation, message, observation, leftTranscript, forked, warnings }: Stored) {
  return {
    conversation_id: conversation?.id ?? '',
    message_id: message?.id ?? '',
    observation_id: observation?.id ?? '',
    ...toTool({ leftTranscript, forked }),
    warnings: [...warnings],
  }
}
