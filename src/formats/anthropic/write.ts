import { hiddenBeginning } from '../../domain/context/contextView.ts'
import { textOf } from '../../domain/messages/blocks.ts'
import type { MessageWriting, WrittenEntry } from '../writing/omissions.ts'
import { AnthropicBlocks, isThought, resultsFirst, type WrittenBlock, type WrittenMessage } from './blocks.ts'

export type { WrittenBlock, WrittenMessage } from './blocks.ts'

/**
 * Makes messages of Anthropic's API: neighbours of one role are one, a user's begins with its results, and the first is
 * the user's. What the API refuses is left out: thoughts without a signature or at an answer's end, blank texts. System
 * turns are sent apart.
 */
export class AnthropicWriting implements MessageWriting<WrittenMessage> {
  private readonly blocks = new AnthropicBlocks()
  readonly omissions = this.blocks.omissions
  private current: WrittenMessage | null = null
  private hasBegun = false

  add(writtenEntry: WrittenEntry): WrittenMessage[] {
    if (writtenEntry.role === 'SYSTEM') return []
    const role = writtenEntry.role === 'ASSISTANT' ? 'assistant' : 'user'
    const content = this.blocks.of(writtenEntry, role)
    if (content.length === 0) return []
    if (this.current?.role === role) {
      this.current.content.push(...content)
      return []
    }
    const before = this.close()
    this.current = { role, content }
    return before
  }

  end(): WrittenMessage[] {
    const messages = this.close()
    const last = messages.pop()
    return last ? [...messages, withoutTrailing(last)] : []
  }

  private close(): WrittenMessage[] {
    const { current } = this
    this.current = null
    if (!current) return []
    const message = { ...current, content: this.inOrder(current) }
    if (message.content.length === 0) return []
    const begins = !this.hasBegun && message.role === 'assistant'
    this.hasBegun = true
    return begins ? [beginning(), message] : [message]
  }

  private inOrder({ role, content }: WrittenMessage): WrittenBlock[] {
    if (role === 'user') return resultsFirst(content)
    let length = content.length
    while (length > 0 && isThought(content[length - 1])) length--
    this.omissions.add('thinking', content.length - length)
    return content.slice(0, length)
  }
}

/** Returns the user's message that stands first where the talk would begin with an answer. */
export const beginning = (): WrittenMessage => ({
  role: 'user',
  content: [{ type: 'text', text: textOf(hiddenBeginning.blocks) ?? '' }],
})

/** The API refuses messages that end with an answer whose text has white space behind it. */
function withoutTrailing({ role, content }: WrittenMessage): WrittenMessage {
  const last = content.at(-1)
  if (role !== 'assistant' || last?.type !== 'text') return { role, content }
  return { role, content: [...content.slice(0, -1), { ...last, text: last.text.trimEnd() }] }
}
