/** A message as Anthropic's messages take it; other members do not matter to these rules. */
export interface AnthropicMessage {
  readonly role: string
  readonly content: readonly AnthropicBlock[]
}
export interface AnthropicBlock {
  readonly type: string
  /** Of a `tool_use`. */
  readonly id?: string | undefined
  /** Of a `tool_use`, an object. */
  readonly input?: unknown
  /** Of a `tool_result`. */
  readonly tool_use_id?: string | undefined
  readonly text?: string | undefined
  /** Of a thought. */
  readonly signature?: string | undefined
}

/**
 * Returns what of these messages Anthropic's messages refuse, in words; empty when they are taken. The first is the
 * user's, no call has the id of an earlier one, and the message after one with calls begins with one result of each; a
 * result stands nowhere else. Calls at the very end are about to be answered. No text is blank, no thought unsigned or the
 * last of an answer.
 */
export function anthropicFaults(messages: readonly AnthropicMessage[]): string[] {
  const merged = withoutNeighbours(messages)
  const faults = merged.flatMap((message, i) => faultsAt(merged, message, i))
  if (merged[0] && merged[0].role !== 'user') faults.push('0: the first message is not the user’s')
  const ids = merged.flatMap(({ content }) => callsOf(content))
  if (new Set(ids).size < ids.length) faults.push('two calls have the same id')
  return faults
}

/** Messages of one role that follow each other are taken as one. */
function withoutNeighbours(messages: readonly AnthropicMessage[]): AnthropicMessage[] {
  const merged: AnthropicMessage[] = []
  for (const { role, content } of messages) {
    const last = merged.at(-1)
    if (last?.role === role) merged.splice(-1, 1, { role, content: [...last.content, ...content] })
    else merged.push({ role, content })
  }
  return merged
}

function faultsAt(messages: readonly AnthropicMessage[], { role, content }: AnthropicMessage, i: number): string[] {
  const faults: string[] = []
  const waiting = new Set(callsOf(messages[i - 1]?.content ?? []))
  const results = content.filter(({ type }) => type === 'tool_result')
  for (const { tool_use_id: id } of results)
    if (!waiting.delete(id ?? '')) faults.push(`${i}: a result of "${id}" answers no call of the message before`)
  const goesOn = i + 1 < messages.length || content.length > results.length
  if (goesOn) for (const id of waiting) faults.push(`${i}: the call "${id}" of the message before has no result`)
  if (content.slice(0, results.length).some(({ type }) => type !== 'tool_result'))
    faults.push(`${i}: something stands before a result`)
  if (role === 'user' && callsOf(content).length > 0) faults.push(`${i}: only the assistant makes calls`)
  if (role === 'assistant' && results.length > 0) faults.push(`${i}: only the user brings results`)
  if (content.length === 0) faults.push(`${i}: nothing is said`)
  if (isThought(content.at(-1))) faults.push(`${i}: it ends with a thought`)
  return [...faults, ...content.flatMap((block) => blockFaults(block, role).map((fault) => `${i}: ${fault}`))]
}

const isThought = (block: AnthropicBlock | undefined) => ['thinking', 'redacted_thinking'].includes(block?.type ?? '')

/** What is wrong with a block by itself, as far as its members are given. */
function blockFaults({ type, text, id, input, signature }: AnthropicBlock, role: string): string[] {
  const faults: string[] = []
  if (type === 'text' && text?.trim() === '') faults.push('a text is blank')
  if (type === 'thinking' && signature === '') faults.push('a thought has no signature')
  if (type.endsWith('thinking') && role !== 'assistant') faults.push('only the assistant thinks')
  if (['image', 'document'].includes(type) && role !== 'user') faults.push('only the user shows files')
  if (type === 'tool_use' && input !== undefined && !isObject(input)) faults.push('an input is no object')
  if (type === 'tool_use' && input !== undefined && !/^[a-zA-Z0-9_-]+$/.test(id ?? ''))
    faults.push(`"${id}" is no id of a call`)
  return faults
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

function callsOf(content: readonly AnthropicBlock[]): string[] {
  return content.flatMap(({ type, id }) => (type === 'tool_use' ? [id ?? ''] : []))
}
