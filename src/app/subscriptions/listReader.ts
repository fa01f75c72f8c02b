import type { Conversation } from '../../domain/model.ts'
import { Refusal } from '../../domain/refusals.ts'
import type { Match } from '../conversations/listMatch.ts'

/** What a subscriber to a list receives: a changed conversation, or why nothing more comes. */
export type Hint =
  | { readonly kind: 'conversation'; readonly conversation: Conversation }
  | { readonly kind: 'dropped'; readonly refusal: Refusal }

/** One subscriber to a list: what changed and it has not taken yet, each conversation once. */
export interface ListReader {
  /** Takes a change in where it is of the list; `mayLeave` says whether what is not in it now may have been before. */
  push(conversation: Conversation, mayLeave: boolean): void
  /** Returns what comes next, null once the reader has ended. */
  take(): Promise<Hint | null>
  end(): void
}

/** Returns a reader of the list that `match` describes; it holds at most `most` conversations. */
export function createListReader(match: (conversation: Conversation) => Match, most: number): ListReader {
  const held = new Map<string, Conversation>()
  const listed = new Set<string>()
  let state: 'reading' | 'full' | 'ended' = 'reading'
  let wake = () => {}
  const isToTell = (conversation: Conversation, mayLeave: boolean): boolean => {
    const { id } = conversation
    const now = match(conversation)
    if (now === 'listed') listed.add(id)
    return now === 'listed' || (listed.delete(id) && now === 'unlisted') || (now === 'unlisted' && mayLeave)
  }
  return {
    push(conversation, mayLeave) {
      if (state !== 'reading' || !isToTell(conversation, mayLeave)) return
      held.delete(conversation.id)
      held.set(conversation.id, conversation)
      if (held.size > most) state = 'full'
      wake()
    },
    async take() {
      for (;;) {
        if (state === 'ended') return null
        if (state === 'full') {
          state = 'ended'
          return { kind: 'dropped', refusal: tooSlow(most) }
        }
        const [conversation] = held.values()
        if (conversation) {
          held.delete(conversation.id)
          return { kind: 'conversation', conversation }
        }
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
    end() {
      state = 'ended'
      held.clear()
      wake()
    },
  }
}

function tooSlow(limit: number): Refusal {
  const message = `More than ${limit} changed conversations wait to be read, so the subscription ends. Subscribe again, and read the list.`
  return new Refusal('LIMIT_EXCEEDED', { limit }, message)
}
