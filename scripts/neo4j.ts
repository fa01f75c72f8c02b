import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { endWithNpm } from '../bin/endWithNpm.js'
import { lineNames, lines, whyNot, type Line } from './neo4j/lines.ts'
import { freePort } from './neo4j/port.ts'
import { startNeo4j } from './neo4j/server.ts'
import { root } from './root.ts'

export { lineNames, lines, resolveClasspath, whyNot, type Line } from './neo4j/lines.ts'
export { startNeo4j, type Neo4jOptions, type Neo4jServer } from './neo4j/server.ts'

if (process.argv[1] === fileURLToPath(import.meta.url)) await runInForeground().catch(endWith)

/** What hinders it is told in words: a stack would say nothing to a person who wants a database. */
function endWith(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

/** `npm run neo4j [-- --line current] [--port 7687]`: a server for development, its data kept in data/neo4j. */
async function runInForeground(): Promise<void> {
  endWithNpm()
  const { values } = parseArgs({
    options: { line: { type: 'string', default: '5.26' }, port: { type: 'string', default: '7687' } },
  })
  const line = lineNames.find((name) => name === values.line)
  if (line === undefined) throw new Error(`--line takes ${lineNames.join(' or ')}, not "${values.line}".`)
  const obstacle = await whyNot(line)
  if (obstacle !== null) throw new Error(obstacle)
  const home = join(root, 'data/neo4j', line)
  console.log(`Starting Neo4j ${lines[line].version}; its data is kept in data/neo4j/${line} …`)
  const port = await freePort(Number(values.port))
  const server = await startNeo4j({
    line,
    home,
    port,
    password: keptPassword(home),
    heap: { initial: '512m', most: '1g' },
    lasts: true,
  })
  explain(server.uri, server.password, line)
  await new Promise<void>((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop())
    setInterval(() => undefined, 60_000).ref()
  })
  console.log('Stopping Neo4j …')
  await server.stop()
  process.exit(0)
}

/** A password made once for each home, so that none is written in the code. */
function keptPassword(home: string): string {
  const file = join(home, 'password')
  if (existsSync(file)) return readFileSync(file, 'utf8')
  mkdirSync(home, { recursive: true })
  const password = randomBytes(12).toString('base64url')
  writeFileSync(file, password, { mode: 0o600 })
  return password
}

function explain(uri: string, password: string, line: Line): void {
  console.log(`Neo4j ${lines[line].version} is ready. Point turngraph to it from another terminal:\n`)
  console.log(`  STORE=${uri} STORE_USER=neo4j STORE_PASSWORD=${password} npm start\n`)
  console.log('Ctrl-C stops it.')
}
