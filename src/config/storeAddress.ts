/** Addresses of Neo4j servers, as STORE names them. */

/** What an address of a Neo4j server begins with. */
export const schemes = ['bolt', 'bolt+s', 'bolt+ssc', 'neo4j', 'neo4j+s', 'neo4j+ssc']

/**
 * Says whether STORE is understood: an address has a host, and no user or password in it. Only a cluster has several, all
 * with the same scheme.
 */
export function isStore(store: string): boolean {
  if (store === 'sqlite') return true
  const addresses = store.split(',').map((part) => part.trim())
  const [first = '', ...others] = addresses.map(schemeOf)
  if (others.length > 0 && !first.startsWith('neo4j')) return false
  return schemes.includes(first) && others.every((scheme) => scheme === first)
}

/** Returns the scheme of an address; an empty string for what is none. */
function schemeOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null
  return url !== null && url.host !== '' && url.username + url.password === '' ? url.protocol.slice(0, -1) : ''
}
