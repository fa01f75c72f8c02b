import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import type { StoreParts } from '../../../../src/app/backups/backup.ts'
import { createFresh } from '../../../../src/app/fresh.ts'
import { openDirectory } from '../../../../src/storage/attachments/directory.ts'
import type { GraphStore } from '../../../../src/storage/graphStore.ts'
import { openSqliteStore } from '../../../../src/storage/sqlite/store.ts'
import { emptyNeo4j, neo4jLines } from '../../../support/neo4j.ts'
import { actsOn } from '../../../support/scopes.ts'
import { isWanted } from '../../../support/stores.ts'

/** A store to be backed up, in a file, and an empty one that takes the backup: both whole, with no tenant yet. */
export interface TwoStores {
  readonly open: () => Promise<{ readonly from: StoreParts; readonly to: StoreParts }>
}

/** Runs tests that restore whole stores into SQLite and into each Neo4j line, of those that are wanted and can run here. */
export async function openTwo(name: string, tests: (two: TwoStores) => void): Promise<void> {
  if (isWanted('sqlite')) suite(`${name} (SQLite)`, false, openFile, tests)
  for (const { line, skip } of await neo4jLines())
    suite(
      `${name} (Neo4j ${line})`,
      skip,
      async () => {
        const server = await emptyNeo4j(line)
        const { openNeo4jStore } = await import('../../../../src/storage/neo4j/store.ts')
        return openNeo4jStore({ ...server, timeouts: { read: 60_000, write: 60_000 } })
      },
      tests,
    )
}

const openFile = async (folder: string): Promise<GraphStore> => openSqliteStore({ path: join(folder, 'turngraph.db') })

function suite(
  name: string,
  skip: string | false,
  openTarget: (folder: string) => Promise<GraphStore>,
  tests: (two: TwoStores) => void,
): void {
  describe(name, { skip }, () => {
    const close: (() => Promise<unknown>)[] = []
    after(async () => {
      for (const one of close.reverse()) await one()
    })
    const partsOn = async (open: (folder: string) => Promise<GraphStore>): Promise<StoreParts> => {
      const folder = await mkdtemp(join(tmpdir(), 'turngraph-two-'))
      close.push(() => rm(folder, { recursive: true }))
      const [store, bytes] = [await open(folder), await openDirectory(join(folder, 'attachments'))]
      close.push(() => store.close())
      const acts = actsOn(
        name,
        () => store,
        () => bytes,
      )
      return {
        store,
        fresh: createFresh(),
        scopeOf: ({ name: tenant, salted, nameKey }) => acts.scope({ tenant, salted, nameKey }),
      }
    }
    tests({ open: async () => ({ from: await partsOn(openFile), to: await partsOn(openTarget) }) })
  })
}
