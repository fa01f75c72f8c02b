/** A message as Anthropic's messages take it; other members do not matter to these rules. */
export interface AnthropicMessage {
  readonly role: string
  readonly content: readonly AnthropicBlock[]
}
export interface AnthropicBlock {
  readonly type: string
  /** Of a `tool_use`. */
  readonly id?: string | undefined
  /** Of a `tool_result`. */
  readonly tool_use_id?: string | undefined
}

/**
 * Returns what of these messages Anthropic's messages refuse, in words; empty when they are taken. The first is the
 * user's, no call has the id of an earlier one, and the message after one with calls begins with one result of each; a
 * result stands nowhere else. Calls at the very end are about to be answered.
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
  return faults
}

function callsOf(content: readonly AnthropicBlock[]): string[] {
  return content.flatMap(({ type, id }) => (type === 'tool_use' ? [id ?? ''] : []))
}
