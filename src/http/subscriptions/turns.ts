import type { Context } from '../../graphql/context.ts'
import { TimedOut } from '../../graphql/interruptions.ts'
import type { ServerParts } from '../parts.ts'

/**
 * Returns what subscriptions resolve with: fresh reads for each turn of the event loop. An event wakes all subscribers of
 * a conversation in one turn, so what they ask for is read once, however many they are.
 */
export function contextOfTurn(
  { scope, watches, probing }: Pick<ServerParts, 'scope' | 'watches' | 'probing'>,
  requestMs: number,
): () => Context {
  let current: Context | null = null
  return () => {
    if (current) return current
    const controller = new AbortController()
    setTimeout(() => controller.abort(new TimedOut(requestMs)), requestMs).unref()
    setImmediate(() => (current = null))
    return (current = { scope: scope(controller.signal), newAct: () => scope(), watches, probing })
  }
}
