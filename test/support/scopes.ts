import { mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import type { Scope } from '../../src/app/scope.ts'
import { defaultLimits, type Limits } from '../../src/config/defaults.ts'
import { createLanes } from '../../src/app/write/lanes/lanes.ts'
import { unlimited } from '../../src/app/read/budget.ts'
import { createReads, createSegmentCache } from '../../src/app/read/reads.ts'
import { anonymous } from '../../src/domain/access/principal.ts'
import { createFresh } from '../../src/app/fresh.ts'
import type { AttachmentBytes } from '../../src/storage/attachments/attachmentBytes.ts'
import { openDirectory } from '../../src/storage/attachments/directory.ts'
import type { SearchIndex } from '../../src/search/searchIndex.ts'
import { openSqliteSearch } from '../../src/search/sqlite/sqliteSearch.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import { requestStore, type StoreWatchers } from '../../src/app/requestStore.ts'
import { emptyNeo4j, neo4jLines } from './neo4j.ts'
import { tenantFor } from './tenants.ts'
import { isWanted } from './stores.ts'
import './shrinking.ts'
import { noSearch } from './fakes.ts'

interface Given {
  readonly tenant?: string
  readonly salted?: boolean
  readonly nameKey?: string
  readonly process?: number
  readonly limits?: Partial<Limits>
  readonly store?: GraphStore
  readonly written?: StoreWatchers['written']
  readonly autoCheckpoint?: boolean
}

/** A store under test; `act` gives what one request works with, of a process of its own when `process` differs. */
export interface TestStore {
  readonly name: string
  readonly store: () => GraphStore
  /** Where its files are, those of attachments among them; of a database that has its own, those alone. */
  readonly folders: () => readonly string[]
  readonly scope: (given?: Given) => Scope
}

/** Runs the same tests on SQLite and on every Neo4j line, of those that are wanted and can run here. */
export async function onEveryStore(name: string, tests: (on: TestStore) => void): Promise<void> {
  if (isWanted('sqlite')) suite(`${name} (SQLite)`, false, openTemporary, tests)
  for (const { line, skip } of await neo4jLines()) {
    suite(
      `${name} (Neo4j ${line})`,
      skip,
      async () => {
        const server = await emptyNeo4j(line)
        // The driver takes long to load, and most runs need none.
        const { openNeo4jStore } = await import('../../src/storage/neo4j/store.ts')
        const { openNeo4jSearch } = await import('../../src/search/neo4j/neo4jSearch.ts')
        const store = await openNeo4jStore({ ...server, timeouts: patient })
        return { store, search: openNeo4jSearch({ ...server, onFault }), remove: () => Promise.resolve() }
      },
      tests,
    )
  }
}

/** A database that has just started plans for seconds where other tests run beside it. */
const patient = { read: 60_000, write: 60_000 }

interface Opened {
  readonly store: GraphStore
  readonly search: SearchIndex
  readonly folder?: string
  readonly remove: () => Promise<void>
}

async function openTemporary(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'turngraph-'))
  const store = await openSqliteStore({ path: join(folder, 'turngraph.db') })
  const files = { path: join(folder, 'turngraph.db'), index: join(folder, 'search.db') }
  return {
    store,
    search: openSqliteSearch({ ...files, onDeath: onFault }),
    folder,
    remove: () => rm(folder, { recursive: true }),
  }
}

function onFault(error: unknown): void {
  throw error
}

function suite(name: string, skip: string | false, open: () => Promise<Opened>, tests: (on: TestStore) => void): void {
  describe(name, { skip }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'turngraph-bytes-'))
    let opened: Opened
    let bytes: AttachmentBytes
    before(async () => {
      opened = await open()
      bytes = await openDirectory(folder)
    })
    after(async () => {
      await opened.search.close()
      await opened.store.close()
      await opened.remove()
      rmSync(folder, { recursive: true, force: true })
    })
    tests(
      actsOn(
        name,
        () => opened.store,
        () => bytes,
        () => opened.search,
        () => [folder, ...(opened.folder === undefined ? [] : [opened.folder])],
      ),
    )
  })
}

/** Returns acts on a store; each `process` has lanes and caches of its own, as another server on the store would. */
export function actsOn(
  name: string,
  store: () => GraphStore,
  attachmentBytes: () => AttachmentBytes,
  search: () => SearchIndex = () => noSearch,
  folders: () => readonly string[] = () => [],
): TestStore {
  const fresh = createFresh()
  const processes = new Map<
    number,
    { lanes: ReturnType<typeof createLanes>; cache: ReturnType<typeof createSegmentCache> }
  >()
  return {
    name,
    store,
    folders,
    // Suites that share a database see nothing of each other.
    scope({ tenant: text = name, salted = false, process = 0, store: other, ...given } = {}) {
      const known = processes.get(process) ?? { lanes: createLanes(store()), cache: createSegmentCache() }
      processes.set(process, known)
      const tenant = tenantFor(text)
      const used = requestStore(other ?? store(), {
        tenant,
        gone: () => attachmentBytes().removeAll(tenant),
        written: given.written,
      })
      return {
        tenant,
        ...{ salted, nameKey: given.nameKey ?? '0'.repeat(64), principal: anonymous },
        store: used,
        attachmentBytes: attachmentBytes(),
        search: search(),
        lanes: known.lanes,
        fresh,
        limits: { ...defaultLimits, ...given.limits },
        autoCheckpoint: given.autoCheckpoint ?? false,
        budget: unlimited,
        reads: createReads(used, tenant, known.cache),
      }
    },
  }
}
