import { availableParallelism } from 'node:os'
import { lineNames, type Line } from '../neo4j.ts'
import type { Need, TestFile } from './files.ts'

export type Store = 'sqlite' | Line

/** Test files on one store: one process, one file after the other. */
export interface Job {
  readonly files: readonly TestFile[]
  readonly store: Store
  readonly name: string
}

/**
 * `embedded`: all that needs nothing but Node; `landing`: what CI runs, the same for every commit: everything on SQLite, the
 * stores on Neo4j and the API's suites on one line of it; `everything`: all files on all stores.
 */
export type Extent = 'embedded' | 'landing' | 'everything'

/** What will be run, and how. */
export interface Plan {
  readonly jobs: readonly Job[]
  readonly atOnce: number
  /** What it leaves out, in words. */
  readonly leftOut: readonly string[]
}

/** What an extent may leave out, in the words of the line that says so. */
const words = {
  stores: 'Neo4j',
  neo4j: 'Neo4j',
  slow: 'what takes long',
  release: 'what runs before a release',
  kill: 'servers that are killed',
  browser: 'the browser',
  engine: 'a Docker engine',
  clients: 'the clients of others',
} as const
const leftOutOf: Record<Extent, readonly (keyof typeof words)[]> = {
  embedded: Object.keys(words) as (keyof typeof words)[],
  landing: ['release'],
  everything: [],
}

/** How many files share a process: to load a server takes longer than most files do, and so does a browser. */
const most = { sqlite: 32, slow: 8, browser: 6, kill: 6, neo4j: 4 }

/**
 * Returns what is to be run of these files: on `stores` alone, where they are given; where files are named, each has a
 * process of its own, and what takes long or runs before a release is of each extent.
 */
export function planOf(
  files: readonly TestFile[],
  extent: Extent,
  { stores, isNamed = false }: { readonly stores?: readonly string[] | undefined; readonly isNamed?: boolean } = {},
): Plan {
  const leftOut = leftOutOf[extent].filter((need) => !(isNamed && (need === 'slow' || need === 'release')))
  const groups = new Map<string, { store: Store; files: TestFile[] }>()
  for (const file of files)
    for (const store of storesOf(file, extent, leftOut)) {
      if (stores?.includes(store) === false) continue
      const folder = `${file.path.split('/', 2)[1]} ${sharedNeedOf(file)}`
      const kind = isNamed || isByItself(file) ? file.path : folder
      const group = groups.get(`${store} ${kind}`) ?? { store, files: [] }
      groups.set(`${store} ${kind}`, { store, files: [...group.files, file] })
    }
  const cores = availableParallelism()
  return {
    jobs: [...groups.values()]
      .flatMap(inProcesses)
      .sort((a, b) => rankOf(a) - rankOf(b) || b.files.length - a.files.length),
    // Tests on Neo4j wait for its disk now and then.
    atOnce: Math.min(6, extent === 'embedded' ? Math.max(2, cores) : cores + 1),
    leftOut: [
      ...new Set(leftOut.filter((need) => files.some(({ needs }) => needs.has(need))).map((need) => words[need])),
    ],
  }
}

/** Neo4j first, since a line has one job at a time, then what takes long; what is soon over fills the end. */
function rankOf({ store, files: [first, ...others] }: Job): number {
  if (store !== 'sqlite' || !first) return 0
  if (sharedNeedOf(first) !== 'sqlite' || first.packages !== null) return 1
  return others.length > 0 ? 2 : 3
}

/** Returns the lines of Neo4j on which something of it runs. */
export const neo4jLinesOf = ({ jobs }: Pick<Plan, 'jobs'>): Line[] =>
  lineNames.filter((line) => jobs.some(({ store }) => store === line))

function storesOf({ path, needs }: TestFile, extent: Extent, leftOut: readonly Need[]): Store[] {
  if (leftOut.some((need) => need !== 'stores' && needs.has(need))) return []
  const embedded: Store[] = needs.has('neo4j') ? [] : ['sqlite']
  if (!(needs.has('neo4j') || needs.has('stores')) || leftOut.includes('stores')) return embedded
  return [...(extent === 'landing' ? landingLines(path, needs) : lineNames), ...embedded]
}

/** What tests a store runs on both lines on a landing, the API's suites on one, others on none. */
function landingLines(path: string, needs: ReadonlySet<Need>): readonly Line[] {
  if (needs.has('neo4j') || path.startsWith('test/storage/')) return lineNames
  return /^test\/(?:graphql|http)\//.test(path) ? ['5.26'] : []
}

/** What all files of its process need. */
const sharedNeedOf = ({ needs }: TestFile) =>
  (['browser', 'kill', 'slow'] as const).find((need) => needs.has(need)) ?? 'sqlite'

/** Whether it has a process of its own. */
const isByItself = ({ needs }: TestFile): boolean =>
  (['alone', 'clients', 'engine', 'neo4j', 'release'] as const).some((need) => needs.has(need))

function inProcesses({ store, files }: { readonly store: Store; readonly files: readonly TestFile[] }): Job[] {
  const [first] = files
  const each = store !== 'sqlite' || !first ? most.neo4j : most[sharedNeedOf(first)]
  return Array.from({ length: Math.ceil(files.length / each) }, (_, k) => {
    const group = files.slice(k * each, (k + 1) * each)
    const [path, ...others] = group.map((file) => file.path)
    const name = others.length === 0 ? (path ?? '') : `${path} to ${others.at(-1)}`
    return { files: group, store, name: store === 'sqlite' ? name : `${name} on Neo4j ${store}` }
  })
}
