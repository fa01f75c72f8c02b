import { asJson, badInput, membersOf, without, type Members } from '../turns/json.ts'
import { chatPart, threadPart } from './parts.ts'

/** What messages of assistant-ui's own runtimes are marked with; those of another format have its name. */
export const ownFormat = 'aui/v0'

/** A message in the form of the AI SDK's, in which it is turns. */
export interface ChatForm extends Members {
  readonly id: string
  readonly role: string
  readonly parts: readonly Members[]
}

/** Returns a message of assistant-ui in the AI SDK's form. Files that wait to be sent are not kept, only what they came to. */
export function chatMessage(value: unknown): ChatForm {
  const message = membersOf(asJson(withoutFiles(value), ['message'])) ?? refuse('A message must be an object.', [])
  const { id, role, content, attachments } = message
  if (typeof id !== 'string' || id.trim() === '') return refuse('"id" must be a text that is not blank.', ['id'])
  if (typeof role !== 'string') return refuse('"role" must be a text.', ['role'])
  const parts = listOf(content, ['content']).map(chatPart)
  const list = attachments === undefined ? [] : listOf(attachments, ['attachments'])
  const attached = list.flatMap((each, attachment) => {
    const inside = each['content'] === undefined ? [] : listOf(each['content'], ['attachments', String(attachment)])
    return inside.map((part) => ({ ...chatPart(part), attachment }))
  })
  const rest = without(message, ['content', 'attachments'])
  const remaining = list.map((each) => ({ ...each, content: Array.isArray(each['content']) ? [] : undefined }))
  return {
    ...rest,
    ...(attachments !== undefined && { attachments: asJson(remaining, ['message', 'attachments']) }),
    ...{ id, role, parts: [...parts, ...attached], format: ownFormat },
  }
}

/** Returns the message of assistant-ui that a stored one is, or is shown as. */
export function threadMessage(stored: ChatForm, storedAt: string): Members {
  const { role, attachments, createdAt = storedAt, status, metadata } = stored
  const rest = without(stored, ['parts', 'attachments', 'format'])
  const content: Members[] = []
  const inside = new Map<number, Members[]>()
  for (const each of stored.parts) {
    const { attachment } = each
    const part = threadPart(without(each, ['attachment']))
    if (part === null) continue
    if (typeof attachment !== 'number') content.push(part)
    else inside.set(attachment, [...(inside.get(attachment) ?? []), part])
  }
  const all = Array.isArray(attachments) ? (attachments as Members[]) : []
  const whole = all.map((each, i) => ('content' in each ? { ...each, content: inside.get(i) ?? [] } : each))
  const isOwn = stored['format'] === ownFormat
  return {
    ...rest,
    ...{ content, createdAt: new Date(String(createdAt)) },
    ...(Array.isArray(attachments) ? { attachments: whole } : role === 'user' && !isOwn && { attachments: [] }),
    ...(isOwn ? {} : { metadata: metadataOf(role, metadata) }),
    ...(role === 'assistant' && !isOwn && { status: status ?? { type: 'complete', reason: 'unknown' } }),
  }
}

/** What every message has there, and those of others have not. */
function metadataOf(role: string, metadata: unknown): Members {
  const custom = membersOf(metadata) ?? {}
  if (role !== 'assistant') return { custom }
  return { unstable_state: null, unstable_annotations: [], unstable_data: [], steps: [], custom }
}

/** A `File` is a page's own: JSON would make an empty object of it. */
function withoutFiles(message: unknown): unknown {
  const attachments = membersOf(message)?.['attachments']
  if (!Array.isArray(attachments)) return message
  const some = attachments.map((each: unknown) => without(membersOf(each) ?? {}, ['file']))
  return { ...(message as object), attachments: some }
}

function listOf(value: unknown, field: readonly string[]): Members[] {
  if (!Array.isArray(value)) return refuse(`"${field.join('.')}" must be a list.`, field)
  return value.map((each, i) => membersOf(each) ?? refuse('It must be an object.', [...field, String(i)]))
}

function refuse(message: string, field: readonly string[]): never {
  throw badInput(message, {}, ['message', ...field])
}
