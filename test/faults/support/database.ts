import { randomBytes } from 'node:crypto'
import { startNeo4j, type Line, type Neo4jOptions, type Neo4jServer } from '../../../scripts/neo4j.ts'

/** Starts a Neo4j of the test's own, which may be killed. */
export function startDatabase(line: Line, home: string, options: Partial<Neo4jOptions> = {}): Promise<Neo4jServer> {
  return startNeo4j({ line, home, password: randomBytes(12).toString('hex'), ...options })
}
