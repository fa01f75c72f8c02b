/** Where the graph is kept. */
export type StoreConfig =
  | {
      readonly kind: 'sqlite'
      readonly cacheBytes: number
      /** Bytes of observations that were read, which stay in memory; 0 for none. */
      readonly observationCacheBytes: number
    }
  | {
      readonly kind: 'neo4j'
      /** An address, or several of one cluster with commas between them. */
      readonly uri: string
      readonly user: string
      readonly password: string
      readonly database: string | null
      /** How long a server waits at its start for the database. */
      readonly waitMs: number
      /** Whether followers of a cluster answer reads of requests that say what they have seen. */
      readonly readsFollowers: boolean
      readonly cacheBytes: number
    }

/** What of the environment says where the graph is kept. */
interface StoreVariables {
  readonly STORE: string
  readonly STORE_USER: string
  readonly STORE_PASSWORD?: string | undefined
  readonly STORE_DATABASE?: string | undefined
  readonly STORE_READS: string
  readonly STORE_WAIT_MS: number
  readonly STORE_CACHE_BYTES: number
  readonly OBSERVATION_CACHE_BYTES: number
}

/** Returns where the graph is kept; calls `refuse` where the variables do not go together. */
export function storeOf(env: StoreVariables, refuse: (why: string) => never): StoreConfig {
  const { STORE: uri, STORE_USER: user, STORE_PASSWORD: password, STORE_DATABASE: database = null } = env
  const { STORE_WAIT_MS: waitMs, STORE_READS: reads, STORE_CACHE_BYTES: cacheBytes } = env
  if (reads === 'readers' && !uri.startsWith('neo4j'))
    refuse('STORE_READS=readers needs a Neo4j cluster: STORE must begin with neo4j, as in neo4j://host:7687.')
  if (uri === 'sqlite') return { kind: 'sqlite', cacheBytes, observationCacheBytes: env.OBSERVATION_CACHE_BYTES }
  if (password === undefined)
    return refuse(`STORE_PASSWORD is missing. STORE names a Neo4j server: set the password of "${user}".`)
  return { kind: 'neo4j', uri, user, password, database, waitMs, readsFollowers: reads === 'readers', cacheBytes }
}
