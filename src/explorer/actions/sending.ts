import type { Action } from './action.ts'
import { freshKey } from './freshKey.ts'

/** Why an action was not done, in words. */
export interface Failure {
  readonly text: string
  /** No answer came: it may have been done all the same. */
  readonly isUnknown: boolean
}

/**
 * Does an action and says what came of it: resolves with why it was not done, null once it was. `onDone`: once the server has
 * done it, be it later, by "Try again". `key`: under which it is asked, so that asking again does not do it twice.
 */
export type Perform = (action: Action, onDone?: () => void, key?: string) => Promise<Failure | null>

/** Sends what was written; resolves with why it was not done, and with null also where something is being sent already. */
export type Send = (action: Action, onDone: () => void) => Promise<string | null>

/**
 * Returns what sends from one field or dialog: one thing at a time. Of what no answer came is asked again as it was asked, at the head of
 * then and under its key, though the head may have moved by it. So neither a second Enter on a slow line nor one after a lost answer
 * does it twice.
 */
export function createSend(perform: Perform, onSending: (isSending: boolean) => void): Send {
  let isSending = false
  let unanswered: { readonly of: string; readonly action: Action; readonly key: string } | null = null
  return async (action, onDone) => {
    if (isSending) return null
    const of = writtenIn(action)
    const sent = unanswered?.of === of ? unanswered : { of, action, key: freshKey() }
    const done = (): void => {
      unanswered = null
      onDone()
    }
    isSending = true
    onSending(true)
    unanswered = sent
    try {
      const failure = await perform(sent.action, done, sent.key)
      if (failure?.isUnknown !== true) unanswered = null
      return failure?.text ?? null
    } finally {
      isSending = false
      onSending(false)
    }
  }
}

/** What of an action a person wrote or chose: not the head, nor a place that is the head's. */
function writtenIn(action: Action): string {
  const { head, parent, ...rest } = action as Action & { readonly head?: unknown; readonly parent?: unknown }
  return JSON.stringify(parent === head ? rest : { ...rest, parent })
}
