import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { lineNames, startNeo4j } from '../../scripts/neo4j.ts'
import { folderBytes } from './folderBytes.ts'
import { temporaryFolder } from './temporary.ts'

/** A store with nothing in it, for processes that are started with its environment. */
export interface EmptyStore {
  readonly environment: Readonly<Record<string, string>>
  /** Its size on disk. */
  readonly bytes: () => Promise<number>
  readonly remove: () => Promise<void>
}

/** Returns a new store in a temporary folder: a file of SQLite, or a server of that line of Neo4j. */
export async function emptyStore(kind: string, lineName: string): Promise<EmptyStore> {
  const folder = temporaryFolder('empty')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  if (kind === 'sqlite')
    return {
      environment: { DATA: folder },
      bytes: async () => statSync(join(folder, 'turngraph.db')).size,
      remove: async () => remove(),
    }
  const line = lineNames.find((name) => name === lineName)
  if (kind !== 'neo4j' || !line) throw new Error(`"${kind}" of the line "${lineName}" is no store that is known.`)
  const server = await startNeo4j({ line, home: folder, lasts: true })
  return {
    environment: {
      STORE: server.uri,
      STORE_USER: server.user,
      STORE_PASSWORD: server.password,
      DATA: join(folder, 'product'),
    },
    async bytes() {
      // What is in its log alone is worked in by a start.
      await server.restart()
      return folderBytes(join(folder, 'data/databases/neo4j'))
    },
    async remove() {
      await server.stop()
      remove()
    },
  }
}
