import type { ContentBlock } from '@agentclientprotocol/sdk/unstable'
import { idInPath } from '../../../runtime/idInPath.ts'
import { objectOf, type Facts } from '../graph.ts'

/** Returns what was said so far as one block, for an agent that was not there. */
export function transcriptBlock(id: string, messages: readonly Facts[], takesResources: boolean): ContentBlock {
  const text = `What was said before in this conversation:\n\n${messages.map(spoken).join('\n\n')}\n`
  if (!takesResources) return { type: 'text', text }
  const uri = `turngraph://conversation/${idInPath(id)}/transcript`
  return { type: 'resource', resource: { uri, mimeType: 'text/markdown', text } }
}

function spoken(message: Facts): string {
  const { role, content, tool_calls } = message
  const calls = Array.isArray(tool_calls) ? tool_calls.map(called) : []
  return [`## ${String(role)}`, textOf(content), ...calls].filter((line) => line !== '').join('\n\n')
}

function called(call: unknown): string {
  const made = objectOf(objectOf(call)?.['function'])
  return `Called \`${String(made?.['name'])}\` with \`${String(made?.['arguments'])}\`.`
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  const texts = content.map((part) => objectOf(part)?.['text'])
  return texts.map((text) => (typeof text === 'string' ? text : '(a file)')).join('\n')
}
