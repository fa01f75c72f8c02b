import type { ConnectedGraph, RemoteOptions } from './graphClient.ts'
import { connectRemote } from './remote.ts'

export type * from './conversations/messages.ts'
export type * from './conversations/types.ts'
export type * from './graphClient.ts'
export type * from './schema/generated.ts'
export { TurngraphError } from './turngraphError.ts'

/** Connects to the running server at `url`: what bundlers for browsers take in place of the whole client. */
export async function connect(options: RemoteOptions): Promise<ConnectedGraph> {
  return connectRemote(options)
}
