import { join } from 'node:path'
import { lineNames, startNeo4j, whyNot, type Line, type Neo4jServer } from '../neo4j.ts'

/** The Neo4j servers of a run; the tests of a line have theirs one after another. */
export interface Servers {
  /** Why lines cannot run here, one sentence each. */
  readonly obstacles: readonly string[]
  readonly has: (line: Line) => boolean
  /** Returns what tells a test where it is, once it takes statements; rejects when it did not start. */
  readonly given: (line: Line) => Promise<Record<string, string>>
  readonly end: () => Promise<void>
}

/** Tests empty it again and again: what is planned once is good for what holds so little. */
const settings = { 'dbms.cypher.min_replan_interval': '1h', 'dbms.cypher.statistics_divergence_threshold': '1.0' }

/** Starts a server of each of these lines that can run here. */
export async function startServers(wanted: readonly Line[], home: string): Promise<Servers> {
  const obstacles = new Map<Line, string>()
  for (const line of wanted) {
    const obstacle = await whyNot(line)
    if (obstacle !== null) obstacles.set(line, obstacle)
  }
  const servers = new Map<Line, Promise<Neo4jServer>>()
  for (const line of wanted.filter((one) => !obstacles.has(one))) {
    const starting = startNeo4j({ line, home: join(home, line), settings })
    // Who asks for it is told; it may have failed long before.
    starting.catch(() => undefined)
    servers.set(line, starting)
  }
  const server = (line: Line): Promise<Neo4jServer> =>
    servers.get(line) ?? Promise.reject(new Error(`Neo4j ${line} was not asked for.`))
  return {
    obstacles: [...obstacles.values()],
    has: (line) => servers.has(line),
    given: async (line) => {
      const { uri, user, password } = await server(line)
      const address = uri.replace('//', `//${user}:${encodeURIComponent(password)}@`)
      return { [serverVariable(line)]: address }
    },
    end: async () => {
      await Promise.allSettled([...servers.values()].map(async (server) => (await server).kill9()))
    },
  }
}

/** The name of the variable by which a running server is given: TURNGRAPH_TEST_NEO4J_5_26, TURNGRAPH_TEST_NEO4J_CURRENT. */
export const serverVariable = (line: Line): string => `TURNGRAPH_TEST_NEO4J_${line.replace('.', '_').toUpperCase()}`

export const isLine = (store: string): store is Line => lineNames.some((line) => line === store)
