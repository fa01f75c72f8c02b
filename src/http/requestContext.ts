import type { Context } from '../graphql/context.ts'
import type { ServerParts } from './parts.ts'

/** Returns what the resolvers of one request work with; its reads end with the signal, its writes do not. */
export function contextOf(
  { scope, watches, probing }: Pick<ServerParts, 'scope' | 'watches' | 'probing'>,
  signal: AbortSignal,
): Context {
  return { scope: scope(signal), newAct: () => scope(), watches, probing }
}
