/** A message as OpenAI's chat completions take it; other members do not matter to these rules. */
export interface OpenAiMessage {
  readonly role: string
  readonly tool_calls?: readonly { readonly id: string }[] | undefined
  readonly tool_call_id?: string | undefined
  /** Of an answer: null only beside calls. */
  readonly content?: unknown
}

/** An input item as OpenAI's responses take it. */
export interface OpenAiItem {
  readonly type: string
  readonly call_id?: string
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
    if (message.content === null && ids.length === 0) faults.push(`${i}: nothing is said`)
    if (ids.some((id) => id.length > 40)) faults.push(`${i}: the id of a call has more than 40 characters`)
    if (ids.length > 0 && message.role !== 'assistant') faults.push(`${i}: only the assistant makes calls`)
    waiting = new Set(ids)
    if (waiting.size < ids.length) faults.push(`${i}: two calls of one message have the same id`)
  }
  return faults
}

/**
 * Returns what of these items OpenAI's responses refuse, in words: each call has its own id and one output behind it,
 * before anything is said. Calls at the very end are about to be answered.
 */
export function responsesFaults(items: readonly OpenAiItem[]): string[] {
  const faults: string[] = []
  const [called, waiting] = [new Set<string>(), new Set<string>()]
  for (const [i, { type, call_id: id = '' }] of items.entries()) {
    if (type === 'function_call') {
      if (called.has(id)) faults.push(`${i}: two calls have the id "${id}"`)
      called.add(id)
      waiting.add(id)
    } else if (type === 'function_call_output') {
      if (!waiting.delete(id)) faults.push(`${i}: an output of "${id}" answers no call`)
    } else {
      for (const open of waiting) faults.push(`${i}: the call "${open}" has no output before what follows`)
      waiting.clear()
    }
  }
  return faults
}
