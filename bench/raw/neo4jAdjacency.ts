import neo4j from 'neo4j-driver'
import type { Address } from '../../src/storage/neo4j/connection/connection.ts'
import { textOf } from '../support/seed.ts'
import { pageSize, type Adjacency, type End } from './adjacency.ts'

const SEED = `
MERGE (c:PlainConversation {id: $id}) ON CREATE SET c.turns = 0
WITH c OPTIONAL MATCH (c)-[:HEAD]->(head)
CALL (c, head) {
  UNWIND $texts AS text
  CREATE (m:PlainMessage {role: 'USER', text: text, createdAt: datetime()})
  WITH c, head, collect(m) AS added
  FOREACH (k IN range(1, size(added) - 1) | FOREACH (m IN [added[k]] | FOREACH (p IN [added[k - 1]] | CREATE (m)-[:AFTER]->(p))))
  FOREACH (p IN CASE WHEN head IS NULL THEN [] ELSE [head] END | FOREACH (m IN [added[0]] | CREATE (m)-[:AFTER]->(p)))
  FOREACH (m IN [added[-1]] | CREATE (c)-[:HEAD]->(m))
  RETURN size(added) AS count
}
OPTIONAL MATCH (c)-[old:HEAD]->(head)
DELETE old
SET c.turns = c.turns + count
RETURN c.turns AS turns`
const APPEND = `
MATCH (c:PlainConversation {id: $id})-[old:HEAD]->(head)
CREATE (m:PlainMessage {role: 'USER', text: $text, createdAt: datetime()})-[:AFTER]->(head), (c)-[:HEAD]->(m)
DELETE old
SET c.turns = c.turns + 1
RETURN c.turns AS turns`
const FORK = `
MATCH (source:PlainConversation {id: $source})-[:HEAD]->(head)
CREATE (c:PlainConversation {id: $id, turns: source.turns})-[:HEAD]->(head)
RETURN c.turns AS turns`

/** Bounds of a pattern cannot be parameters. */
const pageFrom = (above: number) => `
MATCH (:PlainConversation {id: $id})-[:HEAD]->()-[:AFTER*${above}..${above + pageSize - 1}]->(m) RETURN m`
const COUNT = 'MATCH (:PlainConversation {id: $id})-[:HEAD]->()-[:AFTER*0..]->(m) RETURN count(m) AS turns'

const batch = 1_000
/** What takes longer is ended. */
const timeout = 10_000

/** Keeps a plain adjacency list in the same database, under labels of its own. */
export async function openNeo4jAdjacency({ uri, user, password }: Address): Promise<Adjacency> {
  const driver = neo4j.driver(uri, neo4j.auth.basic(user, password), { telemetryDisabled: true })
  const run = async (mode: 'READ' | 'WRITE', statement: string, values: object) => {
    const session = driver.session({ defaultAccessMode: mode })
    try {
      const { records } = await session.run(statement, values, { timeout })
      if (records.length === 0) throw new Error('The plain list wrote or found nothing.')
      return records
    } finally {
      await session.close()
    }
  }
  await driver.executeQuery('CREATE CONSTRAINT IF NOT EXISTS FOR (c:PlainConversation) REQUIRE c.id IS UNIQUE')
  const lengths = new Map<string, number>()
  const turnsOf = (id: string) => lengths.get(id) ?? 0
  const above = (id: string, end: End) => {
    const turns = turnsOf(id)
    return end === 'newest' ? 0 : end === 'oldest' ? turns - pageSize : Math.floor((turns - pageSize) / 2)
  }
  const add = async (id: string, count: number) => {
    const texts = Array.from({ length: count }, (_, n) => textOf(turnsOf(id) + n))
    await run('WRITE', SEED, { id, texts })
    lengths.set(id, turnsOf(id) + count)
  }
  return {
    async seed(id, turns) {
      for (let done = 0; done < turns; done += batch) await add(id, Math.min(batch, turns - done))
    },
    append: (id) => async () => {
      await run('WRITE', APPEND, { id, text: textOf(turnsOf(id)) })
      lengths.set(id, turnsOf(id) + 1)
    },
    fork: (source, id) => async () => {
      await run('WRITE', FORK, { source, id })
      lengths.set(id, turnsOf(source))
    },
    page: (id, end) => () => run('READ', pageFrom(above(id, end)), { id }),
    count: (id) => () => run('READ', COUNT, { id }),
    close: () => driver.close(),
  }
}
