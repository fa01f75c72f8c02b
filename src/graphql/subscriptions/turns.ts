import type { Act } from '../../app/act.ts'
import type { Watches } from '../../app/watching/watches.ts'
import type { Context } from '../context.ts'
import { TimedOut } from '../deadline.ts'

/**
 * Returns what subscriptions resolve with: fresh reads for each turn of the event loop. An event wakes all subscribers of
 * a conversation in one turn, so what they ask for is read once, however many they are.
 */
export function contextOfTurn(act: (signal?: AbortSignal) => Act, watches: Watches, requestMs: number): () => Context {
  let current: Context | null = null
  return () => {
    if (current) return current
    const controller = new AbortController()
    setTimeout(() => controller.abort(new TimedOut(requestMs)), requestMs).unref()
    setImmediate(() => (current = null))
    return (current = { act: act(controller.signal), newAct: () => act(), watches })
  }
}
