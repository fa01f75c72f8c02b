import neo4j from 'neo4j-driver'
import { openSync, closeSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lineNames, lines, startNeo4j, whyNot, type Line } from '../../scripts/neo4j.ts'

export interface TestNeo4j {
  readonly uri: string
  readonly user: string
  readonly password: string
}

export interface TestLine {
  readonly line: Line
  readonly version: string
  /** Why it cannot run here, in one sentence; false when it can. Made for `describe(name, { skip }, …)`. */
  readonly skip: string | false
}

const servers = new Map<Line, Promise<TestNeo4j>>()

/** The name of the variable by which a running server is given: TURNGRAPH_TEST_NEO4J_5_26, TURNGRAPH_TEST_NEO4J_CURRENT. */
export const serverVariable = (line: Line): string => `TURNGRAPH_TEST_NEO4J_${line.replace('.', '_').toUpperCase()}`

/** Every release line, and whether it can run here. */
export const neo4jLines = (): Promise<TestLine[]> =>
  Promise.all(
    lineNames.map(async (line) => {
      const skip = process.env[serverVariable(line)] === undefined ? ((await whyNot(line)) ?? false) : false
      return { line, version: lines[line].version, skip }
    }),
  )

/**
 * An empty server of that line, the same one for every call in this process, which has it to itself until it ends.
 * A file that wants both lines asks for them in the order of neo4jLines(), so that no two files wait for each other.
 */
export function withNeo4j(line: Line): Promise<TestNeo4j> {
  const known = servers.get(line)
  if (known) return known
  const given = process.env[serverVariable(line)]
  const server = given === undefined ? startOwn(line) : borrow(given)
  servers.set(line, server)
  return server
}

async function startOwn(line: Line): Promise<TestNeo4j> {
  const home = mkdtempSync(join(tmpdir(), 'turngraph-neo4j-'))
  process.once('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  return startNeo4j({ line, home })
}

async function borrow(address: string): Promise<TestNeo4j> {
  const { username, password, host, port, protocol } = new URL(address)
  await takeTurn(port)
  const server = { uri: `${protocol}//${host}`, user: username, password: decodeURIComponent(password) }
  await empty(server)
  return server
}

/** Waits until no other test process uses the server on that port; a process that has ended uses nothing. */
async function takeTurn(port: string): Promise<void> {
  const file = join(tmpdir(), `turngraph-neo4j-${port}.lock`)
  while (!claim(file)) {
    if (!isAlive(holder(file))) rmSync(file, { force: true })
    else await sleep(50)
  }
  process.once('exit', () => unlinkSync(file))
}

function claim(file: string): boolean {
  try {
    const descriptor = openSync(file, 'wx')
    writeFileSync(descriptor, String(process.pid))
    closeSync(descriptor)
    return true
  } catch {
    return false
  }
}

function holder(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}

function isAlive(pid: number): boolean {
  if (pid === 0) return true // Just made or just removed: look again.
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Removes every node, edge, constraint and index. */
export async function empty({ uri, user, password }: TestNeo4j): Promise<void> {
  const driver = neo4j.driver(uri, neo4j.auth.basic(user, password))
  const session = driver.session()
  const drop = async (kind: string, list: string): Promise<void> => {
    const { records } = await session.run(list)
    for (const record of records) await session.run(`DROP ${kind} \`${String(record.get('name'))}\``)
  }
  try {
    await session.run('MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 10000 ROWS')
    await drop('CONSTRAINT', 'SHOW CONSTRAINTS')
    await drop('INDEX', "SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP'")
  } finally {
    await session.close()
    await driver.close()
  }
}
