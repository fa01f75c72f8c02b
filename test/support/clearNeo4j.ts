import neo4j, { isRetryableError, Neo4jError, type Session } from 'neo4j-driver'
import { firstSchema, isGentle, migrations, newestVersion, type Migration } from '../../src/storage/neo4j/schema.ts'
import type { TestNeo4j } from './neo4j.ts'

/** Removes every node, edge, constraint and index. */
export const empty = (server: TestNeo4j): Promise<void> => inSession(server, dropAll)

/** Removes every node and edge; a schema that is whole is kept, for to make it anew takes the server ten seconds. */
export const clear = (server: TestNeo4j): Promise<void> =>
  inSession(server, async (session) => {
    await ((await isSchemaWhole(session)) ? deleteNodes(session, 'WHERE NOT n:SchemaVersion') : dropAll(session))
  })

async function inSession(server: TestNeo4j, work: (session: Session) => Promise<void>): Promise<void> {
  const driver = neo4j.driver(server.uri, neo4j.auth.basic(server.user, server.password))
  const session = driver.session()
  try {
    await repeated(async () => {
      await endOthers(session)
      await work(session)
    })
  } finally {
    await session.close()
    await driver.close()
  }
}

/** Ends what a process before has left under way, such as one that was killed: it would hold its locks until its time is over. */
async function endOthers(session: Session): Promise<void> {
  const { records } = await session.run(
    "SHOW TRANSACTIONS YIELD transactionId AS id, currentQuery AS query WHERE NOT query STARTS WITH 'SHOW TRANSACTIONS' RETURN id",
  )
  const ids = records.map((record) => String(record.get('id')))
  if (ids.length > 0) await session.run('TERMINATE TRANSACTIONS $ids', { ids })
}

/** What a test before has asked may hold a lock still, for longer than the server waits for it. */
async function repeated(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await work()
      return
    } catch (error) {
      if (tries === 5 || !(error instanceof Neo4jError && isRetryableError(error))) throw error
    }
}

async function dropAll(session: Session): Promise<void> {
  await deleteNodes(session, '')
  for (const [kind, list] of [
    ['CONSTRAINT', 'SHOW CONSTRAINTS YIELD name'],
    ['INDEX', "SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP' RETURN name"],
  ] as const)
    for (const name of await namesOf(session, list)) await session.run(`DROP ${kind} \`${name}\``)
}

const deleteNodes = (session: Session, which: string): Promise<unknown> =>
  session.run(`MATCH (n) ${which} CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 10000 ROWS`)

/** Whether the version is the last, which is written once all is made, and no test has dropped an index since. */
async function isSchemaWhole(session: Session): Promise<boolean> {
  const { records } = await session.run('MATCH (v:SchemaVersion) RETURN v.version AS version')
  if (Number(records[0]?.get('version')) !== newestVersion) return false
  const made = new Set(['schema_version_name'])
  for (const statement of [firstSchema, ...migrations].flatMap(statementsOf)) {
    const [, name = ''] = /^CREATE [^(]*?(\w+) IF NOT EXISTS/.exec(statement) ?? []
    made.add(name)
    made.delete(/^DROP \w+ (\w+)/.exec(statement)?.[1] ?? '')
  }
  made.delete('')
  const there = await namesOf(
    session,
    "SHOW INDEXES YIELD name, type, state WHERE type <> 'LOOKUP' AND state = 'ONLINE' RETURN name",
  )
  return [...made].every((name) => there.includes(name))
}

function statementsOf(migration: Migration): readonly string[] {
  const step = isGentle(migration) ? migration.gentle : migration
  return typeof step === 'function' ? [] : step
}

async function namesOf(session: Session, list: string): Promise<string[]> {
  const { records } = await session.run(list)
  return records.map((record) => String(record.get('name')))
}
