import { sha256 } from '../../domain/tree/pathHash.ts'
import type { JsonObject } from '../../domain/model.ts'
import { turn, type EntryDetails } from '../reading/tree/drafts.ts'
import { asText } from '../reading/values.ts'
import type { EntryDraft } from '../plan.ts'

/** Something that an event tells and no item of the history has told yet. */
export interface Untold {
  readonly type: string
  readonly text: string
  readonly draft: EntryDraft
  readonly content: JsonObject
}

/**
 * Every text of a rollout occurs twice: as an item of the history, and as an event. This holds events back until the
 * turn is over, and gives back those that no item has told.
 */
export class DuplicateEvents {
  private untold: Untold[] = []
  private seen = new Set<string>()
  private prompts: readonly string[] = []

  /** Takes the texts of an item. */
  item(texts: readonly string[]): void {
    for (const text of texts) this.seen.add(keyOf(text))
    this.untold = this.untold.filter(({ text, type }) => !isIn(texts, type, text))
  }

  /** Takes the texts of an item that is the prompt of the turn that begins. */
  prompt(texts: readonly string[]): void {
    this.prompts = texts
    this.item(texts)
  }

  /** Takes an event with its text; one that has none tells nothing. */
  event(payload: JsonObject, entryDetails: EntryDetails): void {
    const type = asText(payload['type']) ?? ''
    const text = asText(payload['message']) ?? asText(payload['text'])
    if (text === null || this.isReported(type, text)) return
    const block = type.startsWith('agent_reasoning')
      ? ({ type: 'thinking', thinking: text } as const)
      : ({ type: 'text', text } as const)
    const draft = turn(type === 'user_message' ? 'USER' : 'ASSISTANT', [block], entryDetails)
    this.untold.push({ type, text, draft, content: payload })
  }

  /** Says whether the event of a prompt begins a turn of its own: its text was not told before. */
  isNewPrompt(payload: JsonObject): boolean {
    return !this.isReported('user_message', asText(payload['message']) ?? '')
  }

  /** Ends a turn; returns what only events have told of it. */
  over(): Untold[] {
    const { untold } = this
    this.untold = []
    this.seen = new Set()
    this.prompts = []
    return untold
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
