import type { Context } from '../context.ts'
import { TimedOut } from '../deadline.ts'
import type { ServerParts } from '../server.ts'

/**
 * Returns what subscriptions resolve with: fresh reads for each turn of the event loop. An event wakes all subscribers of
 * a conversation in one turn, so what they ask for is read once, however many they are.
 */
export function contextOfTurn(
  { act, watches, probing }: Pick<ServerParts, 'act' | 'watches' | 'probing'>,
  requestMs: number,
): () => Context {
  let current: Context | null = null
  return () => {
    if (current) return current
    const controller = new AbortController()
    setTimeout(() => controller.abort(new TimedOut(requestMs)), requestMs).unref()
    setImmediate(() => (current = null))
    return (current = { act: act(controller.signal), newAct: () => act(), watches, probing })
  }
}
