import type { ConnectedGraph, ConnectOptions } from './graphClient.ts'

export type * from './graphClient.ts'
export { TurngraphError } from './turngraphError.ts'

/** Connects to the running server at `url`; without one, opens the store of the folder `data` in this process. */
export async function connect(options: ConnectOptions): Promise<ConnectedGraph> {
  // Asking a server needs no store, and opening a store no server: neither is loaded for the other.
  if ('url' in options) return (await import('./remote.ts')).connectRemote(options)
  return (await import('./embedded.ts')).connectEmbedded(options)
}
