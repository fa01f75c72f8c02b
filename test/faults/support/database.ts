import { randomBytes } from 'node:crypto'
import { startNeo4j, type Line, type Neo4jServer } from '../../../scripts/neo4j.ts'

/** A server that is started over and over is not worth much compiling: so it starts in half the time. */
const startingSoon = '-XX:TieredStopAtLevel=1'

/** Starts a Neo4j of the test's own, which may be killed. */
export function startDatabase(line: Line, home: string): Promise<Neo4jServer> {
  process.env['JAVA_TOOL_OPTIONS'] = startingSoon
  return startNeo4j({ line, home, password: randomBytes(12).toString('hex') })
}

/** Returns the environment of a turngraph that works on it. */
export function storeOn({ uri, user, password }: Pick<Neo4jServer, 'uri' | 'user' | 'password'>) {
  return { STORE: uri, STORE_USER: user, STORE_PASSWORD: password }
}
