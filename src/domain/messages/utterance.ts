/** What a message says, for telling that a request to a model and a line of an agent's file are the same message. */
import type { Block, Role } from '../model.ts'

/** A request has one message where a file has several entries, and the other way round: they are compared by their parts. */
export interface Utterance {
  readonly isAnswer: boolean
  /** Names of its parts: the words of a text, the id of a call, the call that a result answers. */
  readonly parts: ReadonlySet<string>
}

/** Returns what a message says; it has no parts where that is nothing which both sides would have. */
export function utteranceOf(role: Role | null, blocks: readonly Block[]): Utterance {
  const named = role === 'SYSTEM' ? [] : blocks.flatMap((block) => partOf(block) ?? [])
  return { isAnswer: role === 'ASSISTANT', parts: new Set(named) }
}

/** Says whether two are of one message, or of parts of one. */
export function isOfOne(a: Utterance, b: Utterance): boolean {
  if (a.isAnswer !== b.isAnswer) return false
  for (const part of a.parts) if (b.parts.has(part)) return true
  return false
}

/** Returns the blocks that say something which is not among these parts. */
export function blocksBeyond(blocks: readonly Block[], parts: ReadonlySet<string>): readonly Block[] {
  return blocks.filter((block) => {
    const part = partOf(block)
    return part !== null && !parts.has(part)
  })
}

function partOf(block: Block): string | null {
  switch (block.type) {
    case 'text':
      return partOfText(block.text.trim())
    case 'toolCall':
      return `call ${block.callId}`
    case 'toolResult':
      return `result ${block.callId}`
    case 'attachment':
      return `attachment ${block.attachmentId}`
    case 'thinking':
    case 'other':
      return null
  }
}

/** Agents put reminders beside what a person says when they send it, and write none into their files: but for what a task that has ended left. */
function partOfText(words: string): string | null {
  const isReminder = words.startsWith('<system-reminder>') && words.endsWith('</system-reminder>')
  if (!isReminder) return words === '' ? null : `text ${words}`
  const [notification] = /<task-notification>[^]*<\/task-notification>/.exec(words) ?? []
  return notification === undefined ? null : `text ${notification}`
}
