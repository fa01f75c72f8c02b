import { isSame, membersOf, type Members } from '../turns/json.ts'
import type { Block } from '../turns/path.ts'
import type { GraftedTurn } from '../turns/graft.ts'

/** An item as a turn is made of it. */
export type ItemTurn = Pick<GraftedTurn, 'role' | 'blocks'>

const roles = { user: 'USER', assistant: 'ASSISTANT', system: 'SYSTEM' } as const

/** Returns what an item says as a turn; what no block says is kept verbatim. */
export function turnOf(item: Members): ItemTurn {
  const { type, role, content, callId, name, output } = item
  if (type === undefined || type === 'message') {
    const blocks = blocksOfContent(content)
    if (typeof role === 'string' && Object.hasOwn(roles, role) && blocks)
      return { role: roles[role as keyof typeof roles], blocks }
  }
  if (type === 'function_call' && typeof callId === 'string' && typeof name === 'string')
    return { role: 'ASSISTANT', blocks: [{ toolCall: { callId, name, input: inputOf(item['arguments']) } }] }
  if (type === 'function_call_result' && typeof callId === 'string' && output != null)
    return { role: 'TOOL', blocks: [{ toolResult: { callId, content: resultContent(output), isError: false } }] }
  if (type === 'reasoning') {
    const thinking = thoughtOf(item)
    if (thinking !== null) return { role: 'ASSISTANT', blocks: [{ thinking: { thinking } }] }
  }
  return { role: 'ASSISTANT', blocks: [{ other: item }] }
}

/** Returns the item that a block is by default; null where it is none. */
export function usualItem(block: Block, role: string | null): Members | null {
  if ('text' in block) {
    if (role === 'ASSISTANT')
      return {
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: block.text }],
      }
    return { type: 'message', role: role === 'SYSTEM' ? 'system' : 'user', content: block.text }
  }
  if ('thinking' in block)
    return { type: 'reasoning', content: [{ type: 'input_text', text: block.thinking.thinking }] }
  if ('toolCall' in block) {
    const { callId, name, input } = block.toolCall
    return { type: 'function_call', callId, name, status: 'completed', arguments: argumentsOf(input) }
  }
  if ('toolResult' in block) {
    const { callId, content } = block.toolResult
    const output = typeof content === 'string' ? { type: 'text', text: content } : content
    return { type: 'function_call_result', callId, name: '', status: 'completed', output }
  }
  return 'other' in block && membersOf(block.other)?.['type'] !== undefined ? membersOf(block.other) : null
}

/** Returns content as blocks; null where it is none that the SDK knows. */
function blocksOfContent(content: unknown): Block[] | null {
  if (typeof content === 'string') return [{ text: content }]
  if (!Array.isArray(content) || content.length === 0) return null
  return content.map((part: unknown): Block => {
    const { type, text, refusal } = membersOf(part) ?? {}
    const partText = type === 'refusal' ? refusal : type === 'output_text' || type === 'input_text' ? text : null
    return typeof partText === 'string' ? { text: partText } : { other: part }
  })
}

function inputOf(value: unknown): unknown {
  try {
    return (JSON.parse(String(value)) as unknown) ?? {}
  } catch {
    return value ?? {}
  }
}

const argumentsOf = (input: unknown): string => (typeof input === 'string' ? input : JSON.stringify(input))

/** A result that is one text is that text. */
function resultContent(output: unknown): unknown {
  const { type, text } = membersOf(output) ?? {}
  return type === 'text' && typeof text === 'string' && isSame(output, { type, text }) ? text : output
}

function thoughtOf({ content, rawContent }: Members): string | null {
  const parts = [content, rawContent].find((each) => Array.isArray(each) && each.length > 0) as unknown[] | undefined
  const texts = (parts ?? []).map((part) => membersOf(part)?.['text'])
  return texts.length > 0 && texts.every((text) => typeof text === 'string') ? texts.join('\n') : null
}
