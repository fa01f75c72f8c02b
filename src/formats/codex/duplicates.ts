import { sha256 } from '../../domain/tree/pathHash.ts'
import type { JsonObject } from '../../domain/model.ts'
import { turn, type EntryDetails } from '../reading/tree/drafts.ts'
import { asText } from '../reading/values.ts'
import type { EntryDraft } from '../plan.ts'

/** The text of an event that no item of the history has repeated yet. */
export interface UnmatchedEvent {
  readonly type: string
  readonly text: string
  readonly draft: EntryDraft
  readonly content: JsonObject
}

/**
 * Every text of a rollout occurs twice: as an item of the history, and as an event. This holds events back until the
 * turn is over, and returns those without an item.
 */
export class DuplicateEvents {
  private unmatched: UnmatchedEvent[] = []
  private seen = new Set<string>()
  private prompts: readonly string[] = []

  /** Takes the texts of an item. */
  item(texts: readonly string[]): void {
    for (const text of texts) this.seen.add(keyOf(text))
    this.unmatched = this.unmatched.filter(({ text, type }) => !isIn(texts, type, text))
  }

  /** Takes the texts of an item that is the prompt of the turn that begins. */
  prompt(texts: readonly string[]): void {
    this.prompts = texts
    this.item(texts)
  }

  /** Takes an event with its text; one without text is ignored. */
  event(payload: JsonObject, entryDetails: EntryDetails): void {
    const type = asText(payload['type']) ?? ''
    const text = asText(payload['message']) ?? asText(payload['text'])
    if (text === null || this.isReported(type, text)) return
    const block = type.startsWith('agent_reasoning')
      ? ({ type: 'thinking', thinking: text } as const)
      : ({ type: 'text', text } as const)
    const draft = turn(type === 'user_message' ? 'USER' : 'ASSISTANT', [block], entryDetails)
    this.unmatched.push({ type, text, draft, content: payload })
  }

  /** Says whether the event of a prompt begins a turn of its own: its text did not come before. */
  isNewPrompt(payload: JsonObject): boolean {
    return !this.isReported('user_message', asText(payload['message']) ?? '')
  }

  /** Ends a turn; returns its events that have no item. */
  over(): UnmatchedEvent[] {
    const { unmatched } = this
    this.unmatched = []
    this.seen = new Set()
    this.prompts = []
    return unmatched
  }

  private isReported(type: string, text: string): boolean {
    return this.seen.has(keyOf(text)) || isIn(this.prompts, type, text)
  }
}

/** The event of a prompt has it without what the program put around it. */
function isIn(texts: readonly string[], type: string, text: string): boolean {
  const words = text.trim()
  return texts.some((one) => one.trim() === words || (type === 'user_message' && one.includes(words)))
}

const keyOf = (text: string) => sha256(text.trim())
