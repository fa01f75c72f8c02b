import { membersOf, type Members } from '../turns/json.ts'
import type { Block } from '../turns/path.ts'
import { hashedUrl } from '../turns/dataUrls.ts'
import type { PartSpec } from './spec.ts'

/** Returns the part that a block is by default; null where it is none by itself. */
export function usualPart(block: Block): Members | null {
  if ('text' in block) return { type: 'text', text: block.text }
  if ('thinking' in block) {
    const { thinking, signature } = block.thinking
    const signed = signature === undefined ? {} : { providerMetadata: { anthropic: { signature } } }
    return { type: 'reasoning', text: thinking, ...signed }
  }
  if ('toolCall' in block) {
    const { callId, name, input } = block.toolCall
    return { type: `tool-${name}`, toolCallId: callId, state: 'input-available', input }
  }
  if ('attachmentId' in block) return { type: 'file', url: hashedUrl('data:;base64,', block.attachmentId) }
  if ('uri' in block) return { type: 'file', url: block.uri }
  if ('other' in block) return membersOf(block.other)
  return null
}

/** Returns what a result adds to the part of its call by default. */
export function usualResult({ content, isError }: { readonly content: unknown; readonly isError: boolean }): Members {
  return isError ? { state: 'output-error', errorText: content } : { state: 'output-available', output: content }
}

/** Returns a part by its spec. */
export function specified(usual: Members, spec: PartSpec | undefined): Members {
  if (!spec) return usual
  if ('more' in spec) return { ...usual, ...spec.more }
  return 'uri' in spec ? { ...usual, ...spec.uri } : (spec.part ?? usual)
}
