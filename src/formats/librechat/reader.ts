import type { Block, Json, JsonObject, Role } from '../../domain/model.ts'
import type { EntryDraft } from '../plan.ts'
import { answerSteps, type AnswerSteps } from '../reading/answerSteps.ts'
import {
  argumentsOf,
  blocksBy,
  resultBlock,
  textBlocks,
  turn,
  type BlockReaders,
  type EntryDetails,
} from '../reading/tree/drafts.ts'
import { asItems, type RecordObject } from '../reading/long/recordValue.ts'
import type { At, EntryStep, RecordReader, Step } from '../reading/tree/steps.ts'
import {
  asInstant,
  asList,
  asObject,
  asText,
  extraOf,
  objectsIn,
  objectsOf,
  someOf,
  without,
} from '../reading/values.ts'

/** The parent that a first message names. */
const noParent = '00000000-0000-0000-0000-000000000000'
const readMembers: ReadonlySet<string> = new Set(['conversationId', 'title', 'messages', 'messagesTree'])

/** Reads LibreChat exports: flat lists of messages, or replies inside the messages that they answer. */
export class LibreChatReader implements RecordReader {
  *read(value: RecordObject, _at: At): Iterable<Step> {
    if (!isConversation(value)) return
    const id = asText(value['conversationId'])
    yield { kind: 'conversation', id, title: asText(value['title']), metadata: without(value, readMembers) }
    for (const message of messagesOf(value)) yield* this.branch(message)
  }

  /** A message and, where they stand inside it, what answers it, which may be many levels deep. */
  private *branch(root: JsonObject): Iterable<Step> {
    const open: { message: JsonObject; above: string | null }[] = [{ message: root, above: null }]
    for (let next = open.pop(); next; next = open.pop()) {
      const { message, above } = next
      const entry = entryOf(message, above)
      yield entry
      for (const child of objectsIn(message['children']).reverse()) open.push({ message: child, above: entry.id })
    }
  }
}

const messagesOf = (value: RecordObject) => objectsOf(value['messages'] ?? value['messagesTree'])

function entryOf(message: JsonObject, above: string | null): EntryStep {
  const { messageId, parentMessageId, children: _children, conversationId: _conversation, ...rest } = message
  const { text, content, createdAt, model, isCreatedByUser, ...fields } = rest
  const parent = asText(parentMessageId) ?? above
  const role = isCreatedByUser === true ? 'USER' : 'ASSISTANT'
  const details = { observedAt: asInstant(createdAt), model: role === 'ASSISTANT' ? asText(model) : null }
  const { blocks, parts } = stepsOf(content, details, role) ?? { blocks: textBlocks(text), parts: [] }
  const allFields = content !== undefined && typeof text === 'string' && text !== '' ? { ...fields, text } : fields
  return {
    kind: 'entry',
    id: asText(messageId),
    content: rest,
    parent: parent === noParent ? null : parent,
    draft: turn(role, blocks, {
      ...details,
      fields: { ...allFields, ...(isCreatedByUser === undefined ? {} : { isCreatedByUser }) },
    }),
    parts,
  }
}

const readers: BlockReaders = {
  text: ({ type: _type, text, ...extra }) => {
    const words = typeof text === 'string' ? text : asText(asObject(text)?.['value'])
    return words === null ? undefined : { type: 'text', text: words, ...extraOf(extra) }
  },
  think: ({ type: _type, think, ...extra }): Block | undefined =>
    typeof think === 'string' ? { type: 'thinking', thinking: think, ...extraOf(extra) } : undefined,
  tool_call: (part) => {
    const call = asObject(part['tool_call'])
    const [id, name] = [asText(call?.['id']), asText(call?.['name'])]
    return id === null || name === null
      ? undefined
      : { type: 'toolCall', callId: id, name, input: argumentsOf(call?.['args']) }
  },
}

/** An agent's answer holds its steps in one list: texts, and calls with their results; null where there is none. */
function stepsOf(content: Json | undefined, entryDetails: EntryDetails, role: Role): AnswerSteps | null {
  if (content === undefined || content === null) return null
  const blocks = blocksBy(readers, content)
  const parts = asList(content)
  const pieces = blocks.map((block, i) => ({
    block,
    result: resultOf(asObject(parts[i]) ?? {}, entryDetails.observedAt ?? null),
  }))
  return answerSteps(pieces, (further) => turn(role, further, entryDetails))
}

/** A call has its result beside its arguments. */
function resultOf(part: JsonObject, observedAt: string | null): EntryDraft | null {
  const call = part['type'] === 'tool_call' ? asObject(part['tool_call']) : null
  const { id, output, name: _name, args: _args, ...fields } = call ?? {}
  const callId = asText(id)
  if (callId === null || output === undefined || output === null) return null
  return turn('TOOL', [resultBlock(callId, output, false)], { observedAt, fields })
}

/** Says whether a value is an exported conversation. */
export function isConversation(value: RecordObject): boolean {
  const messages = messagesOf(value)
  if (!someOf(messages, () => true)) return 'exportAt' in value && asItems(value['messages']) !== null
  return someOf(messages, (message) => 'messageId' in message && ('isCreatedByUser' in message || 'sender' in message))
}
