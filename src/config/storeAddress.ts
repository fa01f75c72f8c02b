/** Addresses of Neo4j servers, as STORE names them. */

/** What an address of a Neo4j server begins with. */
export const schemes = ['bolt', 'bolt+s', 'bolt+ssc', 'neo4j', 'neo4j+s', 'neo4j+ssc']

/** Says whether STORE is understood: an address has a host, and no user or password in it. */
export function isStore(store: string): boolean {
  if (store === 'sqlite') return true
  const url = URL.canParse(store) ? new URL(store) : null
  return (
    url !== null && schemes.includes(url.protocol.slice(0, -1)) && url.host !== '' && url.username + url.password === ''
  )
}
