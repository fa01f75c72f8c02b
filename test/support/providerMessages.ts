import type { AnthropicBlock, AnthropicMessage } from './anthropicRules.ts'
import type { Block, Role } from '../../src/domain/model.ts'
import type { OpenAiMessage } from './openAiRules.ts'

/** An entry of CONTEXT, as far as providers' rules go. */
export interface Said {
  readonly role: Role | null
  readonly blocks: readonly Block[]
}

/** Returns entries as the messages of OpenAI's chat completions, one to one but for neighbours that the API takes as one. */
export function openAiMessages(entries: readonly Said[]): OpenAiMessage[] {
  const messages: { role: string; tool_calls?: { id: string }[]; tool_call_id?: string }[] = []
  let texts: typeof messages = []
  for (const { role, blocks } of uniqueCalls(entries)) {
    const calls = blocks.flatMap((block) => (block.type === 'toolCall' ? [{ id: block.callId }] : []))
    const results = blocks.flatMap((block) => (block.type === 'toolResult' ? [block.callId] : []))
    // What stands beside results in a turn follows the results of its group.
    if (results.length === 0) messages.push(...texts.splice(0))
    messages.push(...results.map((id) => ({ role: 'tool', tool_call_id: id })))
    const isTalk = role !== 'TOOL' && blocks.length > results.length + calls.length
    const last = messages.at(-1)
    if (role === 'ASSISTANT' && last?.role === 'assistant') last.tool_calls = [...(last.tool_calls ?? []), ...calls]
    else if (role === 'ASSISTANT') messages.push({ role: 'assistant', tool_calls: calls })
    else if (calls.length > 0) messages.push({ role: 'user', tool_calls: calls })
    else if (results.length > 0) texts = [...texts, ...(isTalk ? [{ role: 'user' }] : [])]
    else messages.push({ role: role === 'SYSTEM' ? 'system' : 'user' })
  }
  return [...messages, ...texts]
}

/** Returns entries as Anthropic's messages; system turns are sent apart. */
export function anthropicMessages(entries: readonly Said[]): AnthropicMessage[] {
  const messages: { role: string; content: AnthropicBlock[] }[] = []
  for (const { role, blocks } of uniqueCalls(entries)) {
    if (role === 'SYSTEM') continue
    const as = role === 'ASSISTANT' ? 'assistant' : 'user'
    const content = blocks.length === 0 ? [{ type: 'text' }] : blocks.map(blockOf)
    const last = messages.at(-1)
    if (last?.role === as) last.content = resultsFirst([...last.content, ...content])
    else messages.push({ role: as, content: as === 'user' ? resultsFirst(content) : content })
  }
  return messages
}

function resultsFirst(content: readonly AnthropicBlock[]): AnthropicBlock[] {
  const isResult = ({ type }: AnthropicBlock) => type === 'tool_result'
  return [...content.filter(isResult), ...content.filter((block) => !isResult(block))]
}

function blockOf(block: Block): AnthropicBlock {
  if (block.type === 'toolCall') return { type: 'tool_use', id: block.callId }
  return block.type === 'toolResult' ? { type: 'tool_result', tool_use_id: block.callId } : { type: 'text' }
}

/** Gives each call an id of its own, and its result the same: hosts use ids twice, providers refuse that. */
function uniqueCalls(entries: readonly Said[]): Said[] {
  let count = 0
  const waiting: { id: string; as: string }[] = []
  return entries.map(({ role, blocks }) => {
    const renamed = blocks.map((block): Block => {
      if (block.type === 'toolCall') {
        const as = `${block.callId}#${count++}`
        waiting.push({ id: block.callId, as })
        return { ...block, callId: as }
      }
      if (block.type !== 'toolResult') return block
      const at = waiting.findIndex(({ id }) => id === block.callId)
      return { ...block, callId: at < 0 ? block.callId : (waiting.splice(at, 1)[0]?.as ?? '') }
    })
    return { role, blocks: renamed }
  })
}
