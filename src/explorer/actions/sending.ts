import type { Action } from './action.ts'
import { freshKey } from './freshKey.ts'

/**
 * Does an action and says what came of it: resolves with why it was not done, null once it was. `onDone`: once the server has
 * done it, be it later, by "Try again". `key`: under which it is asked, so that asking again does not do it twice.
 */
export type Perform = (action: Action, onDone?: () => void, key?: string) => Promise<string | null>

/** Sends what was written; resolves with why it was not done, and with null also where something is being sent already. */
export type Send = (action: Action, onDone: () => void) => Promise<string | null>

/**
 * Returns what sends from one field or dialog: one thing at a time, and the same thing under the same key until the server has
 * done it. So neither a second Enter on a slow line nor one after a lost answer sends it twice.
 */
export function createSend(perform: Perform, onSending: (isSending: boolean) => void): Send {
  let isSending = false
  let last: { readonly of: string; readonly key: string } | null = null
  return async (action, onDone) => {
    if (isSending) return null
    const of = JSON.stringify(action)
    const { key } = last?.of === of ? last : (last = { of, key: freshKey() })
    const done = (): void => {
      last = null
      onDone()
    }
    isSending = true
    onSending(true)
    try {
      return await perform(action, done, key)
    } finally {
      isSending = false
      onSending(false)
    }
  }
}
