import type { Context } from '../../graphql/context.ts'
import { TimedOut } from '../../graphql/answer/interruptions.ts'

/**
 * Returns what gives the same context to all who ask before the event loop goes on, and makes another after that. An
 * event wakes all subscribers of a conversation at once, so what they ask for is read once, however many they are.
 * A request that a later event wakes gets another context, though it be in the same pass of the loop: a read that
 * was sent before that event was committed need not know of it.
 */
export function contextPerTick(make: (signal: AbortSignal) => Context, requestMs: number): () => Context {
  let current: Context | null = null
  return () => {
    if (current) return current
    const controller = new AbortController()
    setTimeout(() => controller.abort(new TimedOut(requestMs)), requestMs).unref()
    // Before any read is sent: loaders send theirs by a tick that is asked for later than this one.
    process.nextTick(() => (current = null))
    return (current = make(controller.signal))
  }
}
