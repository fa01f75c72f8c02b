import { createWatches } from '../../app/subscriptions/watches.ts'
import type { OpenParts } from '../../compose.ts'
import { findThings } from './show.ts'
import type { Thing } from './things.ts'

/** Finds things in a store that is opened here, by the queries that a server answers. */
export async function findHere(parts: OpenParts, id: string, last: number): Promise<Thing[]> {
  // What answers queries takes a while to load, and no other command needs it.
  const { openQueries } = await import('../../graphql/inProcess.ts')
  const queries = await openQueries()
  const watches = createWatches(
    parts.store,
    { intervalMs: 1000, subscriptions: 0, share: 0, buffer: 1 },
    () => undefined,
  )
  const probing = { responder: null, key: () => Promise.reject(new Error('Nothing is probed here.')) }
  const merged = () => Promise.reject(new Error('Nothing is merged here.'))
  const gates = { jsonSchema: merged, command: () => null, commands: [] }
  const shared = { watches, probing, gates, sign: null }
  // Reads remember what they saw, so each question has its own.
  const context = () => ({ ...shared, scope: parts.scope(), newScope: () => parts.scope() })
  try {
    return await findThings((text, variables) => queries.ask(context(), text, variables), id, last)
  } finally {
    await queries.close()
  }
}
