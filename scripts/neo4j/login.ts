import neo4j, { type Driver, Neo4jError } from 'neo4j-driver'
import { connect } from 'node:net'

interface Login {
  readonly uri: string
  readonly user: string
  readonly password: string
}

/** Answers whether a write goes through, setting the first password when that has not been done. */
export async function openForUse({ uri, user, password }: Login, passwordIsSet: boolean): Promise<boolean> {
  if (!(await listens(Number(new URL(uri).port)))) return false
  try {
    if (!passwordIsSet) await using(uri, user, 'neo4j', (driver) => setPassword(driver, password))
  } catch (error) {
    // An earlier try may have set it and then failed to ask the database.
    if (!(error instanceof Neo4jError)) throw error
    if (error.code !== 'Neo.ClientError.Security.Unauthorized') return false
  }
  return takesWrites((statement) => using(uri, user, password, (driver) => driver.executeQuery(statement)))
}

/** Answers whether a database takes writes: one that has just started answers reads before. */
export async function takesWrites(ask: (statement: string) => Promise<unknown>): Promise<boolean> {
  try {
    await ask('CREATE (probe) DELETE probe')
    return true
  } catch (error) {
    if (error instanceof Neo4jError && error.code !== 'Neo.ClientError.Security.Unauthorized') return false
    throw error
  }
}

const setPassword = (driver: Driver, to: string): Promise<unknown> =>
  driver.executeQuery(
    'ALTER CURRENT USER SET PASSWORD FROM $from TO $to',
    { from: 'neo4j', to },
    { database: 'system' },
  )

async function using<T>(uri: string, user: string, password: string, work: (driver: Driver) => Promise<T>): Promise<T> {
  const driver = neo4j.driver(uri, neo4j.auth.basic(user, password), {
    connectionTimeout: 5_000,
    maxTransactionRetryTime: 0,
  })
  try {
    return await work(driver)
  } finally {
    await driver.close()
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const answer = (value: boolean): void => {
      socket.destroy()
      resolve(value)
    }
    socket.once('connect', () => answer(true)).once('error', () => answer(false))
  })
}
