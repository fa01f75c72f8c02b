import { z } from 'zod'
import { reads, tool } from '../tool.ts'
import { readTranscript, entryText, type ListedEntry } from '../transcript.ts'
import { id, listOf, roleOut } from '../values.ts'

/** The most that one answer holds, in bytes of what was said. */
const most = 32 * 1024

const entry = z.object({
  message_id: z.string().nullable(),
  observation_id: z.string(),
  role: z.string().nullable(),
  text: z.string(),
  turn: z.int().nullable(),
  inherited: z.boolean(),
})

export const getTranscript = tool('get_transcript', {
  title: 'Get the transcript',
  description:
    'Reads a conversation from its end: the last turns with their message ids, the oldest of them first. ' +
    'Go on towards the beginning with previous_cursor.',
  annotations: reads,
  input: z.strictObject({
    conversation_id: id,
    view: z.enum(['messages', 'raw', 'context']).default('messages').describe('context: as a model would be sent it.'),
    last: z.int().min(1).max(100).default(20),
    at_observation_id: id.optional().describe('As it stood at this observation.'),
    cursor: id.optional().describe("An earlier answer's previous_cursor."),
  }),
  output: z.object({ entries: listOf(entry), previous_cursor: z.string().nullable() }),
  async run({ conversation_id, view, last, at_observation_id: at, cursor }, { client, signal }) {
    const viewName = ({ messages: 'MESSAGES', raw: 'RAW', context: 'CONTEXT' } as const)[view]
    const request = { conversationId: conversation_id, view: viewName, last, at, before: cursor, bytes: most }
    const { entries, previousCursor } = await readTranscript(client, request, signal)
    const texts = entries.map((one) => cut(entryText(one)))
    const lines = entries.map((one, i) => `${headOf(one)}\n${texts[i] ?? ''}`)
    const more = previousCursor === null ? [] : [`(earlier: cursor ${previousCursor})`]
    return {
      structured: { entries: entries.map((one, i) => entryOut(one, texts[i] ?? '')), previous_cursor: previousCursor },
      text: [...more, ...lines].join('\n\n'),
    }
  },
})

function entryOut({ message, observation, role, inherited }: ListedEntry, text: string) {
  return {
    ...{ message_id: message?.id ?? null, observation_id: observation.id, role: roleOut(role), text },
    ...{ turn: observation.turn, inherited },
  }
}

function headOf({ message, observation, role }: ListedEntry): string {
  const who = role?.toLowerCase() ?? observation.kind.toLowerCase()
  return `[${observation.turn ?? '-'}] ${who} ${message?.id ?? observation.id}`
}

/** One entry alone may be too much; what was left out is said. */
function cut(text: string): string {
  if (Buffer.byteLength(text) <= most) return text
  const clipped = Buffer.from(text)
    .subarray(0, most)
    .toString()
    .replace(/\uFFFD+$/, '')
  return `${clipped} … (${Buffer.byteLength(text)} bytes in all)`
}
