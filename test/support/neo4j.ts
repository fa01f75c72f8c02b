import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lineNames, lines, startNeo4j, whyNot, type Line } from '../../scripts/neo4j.ts'
import { serverVariable } from '../../scripts/testing/servers.ts'
import { isWanted } from './stores.ts'

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

/** Every release line that is wanted, and whether it can run here. */
export const neo4jLines = (): Promise<TestLine[]> =>
  Promise.all(
    lineNames.filter(isWanted).map(async (line) => {
      const skip = process.env[serverVariable(line)] === undefined ? ((await whyNot(line)) ?? false) : false
      return { line, version: lines[line].version, skip }
    }),
  )

/** An empty server of that line, the same one for every call in this process, which has it to itself until it ends. */
export function withNeo4j(line: Line): Promise<TestNeo4j> {
  const known = servers.get(line)
  if (known) return known
  const given = process.env[serverVariable(line)]
  const server = given === undefined ? startOwn(line) : borrow(new URL(given))
  servers.set(line, server)
  return server
}

/** The same server, empty again where another suite of this process has used it: several files may share one. */
export async function emptyNeo4j(line: Line): Promise<TestNeo4j> {
  const isUsed = servers.has(line)
  const server = await withNeo4j(line)
  if (isUsed) await emptied(server)
  return server
}

async function startOwn(line: Line): Promise<TestNeo4j> {
  const home = mkdtempSync(join(tmpdir(), 'turngraph-neo4j-'))
  process.once('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  return startNeo4j({ line, home })
}

async function borrow({ username, password, host, protocol }: URL): Promise<TestNeo4j> {
  const server = { uri: `${protocol}//${host}`, user: username, password: decodeURIComponent(password) }
  await emptied(server)
  return server
}

async function emptied(server: TestNeo4j): Promise<void> {
  // The driver takes long to load, and most runs need none.
  const { clear } = await import('./clearNeo4j.ts')
  await clear(server)
}
