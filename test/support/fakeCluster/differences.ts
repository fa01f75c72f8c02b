import neo4j from 'neo4j-driver'
import type { TestNeo4j } from '../neo4j.ts'

/** Every node and edge as one line. A lock is taken by refused writes as well, which are not repeated. */
const NODES = `MATCH (n) RETURN labels(n) AS kind, n {.*, lock: null} AS properties, null AS ends`
const EDGES = `MATCH (a)-[r]->(b) RETURN [type(r)] AS kind, r {.*, lock: null} AS properties,
  [labels(a)[0], a.tenant, a.id, a.name, labels(b)[0], b.tenant, b.id, b.name] AS ends`

/** Returns what only one of two databases has, a line each. */
export async function differencesOf(leader: TestNeo4j, replica: TestNeo4j): Promise<string[]> {
  const [here, there] = await Promise.all([contentOf(leader), contentOf(replica)])
  return [...missing(here, there, 'only the leader has'), ...missing(there, here, 'only the replica has')]
}

function missing(from: readonly string[], others: readonly string[], label: string): string[] {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return from
    .filter((line) => {
      const count = left.get(line) ?? 0
      left.set(line, count - 1)
      return count <= 0
    })
    .map((line) => `${label}: ${line}`)
}

async function contentOf({ uri, user, password }: TestNeo4j): Promise<string[]> {
  const driver = neo4j.driver(uri, neo4j.auth.basic(user, password))
  const lines: string[] = []
  try {
    for (const statement of [NODES, EDGES]) {
      const { records } = await driver.executeQuery(statement)
      for (const record of records) lines.push(JSON.stringify(record.toObject(), sorted))
    }
  } finally {
    await driver.close()
  }
  return lines
}

/** Members in one order: the databases have them in the order in which they were set. */
function sorted(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
