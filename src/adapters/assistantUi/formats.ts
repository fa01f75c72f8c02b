import { asJson, membersOf, without, type Members } from '../turns/json.ts'
import { ownFormat, type ChatForm } from './messages.ts'

/** How a runtime other than assistant-ui's own turns its messages into what is stored. */
export interface MessageFormat {
  readonly format: string
  encode(item: FormatItem): Record<string, unknown>
  decode(stored: {
    readonly id: string
    readonly parent_id: string | null
    readonly format: string
    readonly content: Record<string, unknown>
  }): FormatItem
  getId(message: unknown): string
}
export interface FormatItem {
  readonly parentId: string | null
  readonly message: unknown
}

const roles = ['system', 'user', 'assistant']
/** What other libraries call the roles of their messages. */
const otherRoles: readonly (readonly [string, string])[] = [
  ['human', 'user'],
  ['ai', 'assistant'],
]

/** Messages of the AI SDK are stored as `turngraph/ai-sdk` does; of others the text is, and the whole beside it. */
export function formattedMessage(format: MessageFormat, item: FormatItem, id: string): ChatForm {
  const content = membersOf(asJson(format.encode(item), ['item', 'message'])) ?? {}
  const { role, parts } = content
  if (isAiSdk(format.format) && typeof role === 'string' && Array.isArray(parts))
    return { ...content, id, role, parts: parts as Members[] }
  const part = { type: `data-${format.format}`, data: content }
  return { id, role: roleOf(content), parts: [...textsOf(content), part], format: format.format }
}

/** Returns an item as its runtime had it. */
export function formattedItem(format: MessageFormat, parentId: string | null, message: ChatForm): FormatItem {
  const { id, parts } = message
  const whole = message['format'] === format.format ? parts.at(-1)?.['data'] : without(message, ['id'])
  const content = (membersOf(whole) ?? {}) as Record<string, unknown>
  return format.decode({ id, parent_id: parentId, format: format.format, content })
}

/** Says whether a stored message can be read in a format. */
export function isOf(format: string, { format: stored }: Members): boolean {
  return stored === format || (stored === undefined && (isAiSdk(format) || format === ownFormat))
}

const isAiSdk = (format: string): boolean => format.startsWith('ai-sdk/')

function roleOf({ role, type }: Members): string {
  const name = String(role ?? type)
  return roles.find((each) => each === name) ?? otherRoles.find(([theirs]) => theirs === name)?.[1] ?? 'user'
}

function textsOf({ content, text }: Members): Members[] {
  const list: readonly unknown[] = Array.isArray(content) ? content : [content ?? text]
  const texts = list.map((each) => (typeof each === 'string' ? each : membersOf(each)?.['text']))
  return texts.filter((each) => typeof each === 'string' && each !== '').map((each) => ({ type: 'text', text: each }))
}
