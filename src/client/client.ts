import type { ConnectedGraph, ConnectOptions, EmbeddedOptions, RemoteOptions } from './graphClient.ts'
import { keyVariable, urlVariable } from './serverVariables.ts'

export type * from './conversations/listTypes.ts'
export type * from './conversations/messages.ts'
export type * from './conversations/recordTypes.ts'
export type * from './conversations/types.ts'
export type * from './graphClient.ts'
export type * from './schema/generated.ts'
export { TurngraphError } from './turngraphError.ts'

/**
 * Connects to the running server at `url`, or opens the store of the folder `data` in this process. Without either the
 * environment names the server: `TURNGRAPH_URL` and `TURNGRAPH_KEY`.
 */
export async function connect(options: ConnectOptions = {}): Promise<ConnectedGraph> {
  // Asking a server needs no store, and opening a store no server: neither is loaded for the other.
  if (isEmbedded(options)) return (await import('./embedded.ts')).connectEmbedded(options)
  return (await import('./remote.ts')).connectRemote(serverOptions(options))
}

const isEmbedded = (options: ConnectOptions): options is EmbeddedOptions =>
  'data' in options || 'env' in options || 'tenant' in options

function serverOptions({ url, token, fetch }: Exclude<ConnectOptions, EmbeddedOptions>): RemoteOptions {
  return {
    url: url ?? (process.env[urlVariable] || 'http://127.0.0.1:4000'),
    token: token ?? (process.env[keyVariable] || undefined),
    fetch,
  }
}
