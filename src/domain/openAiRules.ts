/** A message as OpenAI's chat completions take it; other members do not matter to these rules. */
export interface OpenAiMessage {
  readonly role: string
  readonly tool_calls?: readonly { readonly id: string }[] | undefined
  readonly tool_call_id?: string | undefined
}

/**
 * Returns what of these messages OpenAI's chat completions refuse, in words; empty when they are taken. A message with
 * calls is followed by one result of each call, in any order, and by nothing else before those; a result stands nowhere
 * else. Calls at the very end are about to be answered.
 */
export function openAiFaults(messages: readonly OpenAiMessage[]): string[] {
  const faults: string[] = []
  let waiting = new Set<string>()
  for (const [i, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (!waiting.delete(message.tool_call_id ?? ''))
        faults.push(`${i}: a result of "${message.tool_call_id}" answers no call`)
      continue
    }
    for (const id of waiting) faults.push(`${i}: the call "${id}" has no result before what follows`)
    const ids = message.tool_calls?.map(({ id }) => id) ?? []
    if (ids.length > 0 && message.role !== 'assistant') faults.push(`${i}: only the assistant makes calls`)
    waiting = new Set(ids)
    if (waiting.size < ids.length) faults.push(`${i}: two calls of one message have the same id`)
  }
  return faults
}
