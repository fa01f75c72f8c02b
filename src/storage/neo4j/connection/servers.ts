/** A server by its name and port. */
export interface Place {
  readonly host: string
  readonly port: number
}

const usualPort = 7687

/** Returns the address for the driver and the servers that STORE names: one, or several of a cluster with commas between them. */
export function serversOf(store: string): { readonly uri: string; readonly places: readonly Place[] } {
  const [uri = '', ...others] = store.split(',').map((part) => part.trim())
  return { uri, places: [uri, ...others].map(placeOf) }
}

function placeOf(uri: string): Place {
  const { hostname, port } = new URL(uri)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? usualPort : Number(port) }
}

/** Returns a place as the driver takes it. */
export const hostAndPort = ({ host, port }: Place): string => `${host.includes(':') ? `[${host}]` : host}:${port}`
