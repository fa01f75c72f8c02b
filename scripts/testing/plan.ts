import { availableParallelism } from 'node:os'
import { lineNames, type Line } from '../neo4j.ts'
import type { Need, TestFile } from './files.ts'
import type { Memory } from './memory.ts'

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
  readonly extent: Extent
  /** The long ones first, so that none of them is alone in the end. */
  readonly jobs: readonly Job[]
  readonly atOnce: number
  /** How long it will take. */
  readonly seconds: number
  /** How many tests there are; null when that is not known. */
  readonly tests: number | null
  /** What it leaves out, in words. */
  readonly leftOut: readonly string[]
}

/** What the embedded extent leaves out, in the words of the line that says so. */
const beyondNode = {
  neo4j: 'Neo4j',
  time: 'what takes long',
  release: 'what runs before a release',
  kills: 'servers that are killed',
  browser: 'the browser',
  clients: 'the clients of others',
} as const satisfies Partial<Record<Need, string>>
const beyondNodeNeeds = Object.keys(beyondNode) as (keyof typeof beyondNode)[]

/** How to run less than everything, and with others in a process. */
export interface PlanOptions {
  /** On these stores alone. */
  readonly stores?: readonly string[] | undefined
  /** Whether files that are soon over share a process with others: to load a server takes longer than most of them do. */
  readonly areTogether?: boolean
  /** Whether files were named: what takes long, and what runs before a release, is then of each extent. */
  readonly isNamed?: boolean
}

/** Returns what is to be run of these files. */
export function planOf(
  files: readonly TestFile[],
  extent: Extent,
  memory: Memory,
  { stores, areTogether = false, isNamed = false }: PlanOptions = {},
): Plan {
  const isWanted = (store: Store): boolean => stores?.includes(store) ?? true
  const leftOut = leftOutOf(extent, isNamed)
  const each = files.flatMap((file) =>
    storesOf(file, extent, leftOut)
      .filter(isWanted)
      .map((store) => jobOf([file], store)),
  )
  const jobs = areTogether ? together(each) : each
  const seconds = new Map(jobs.map((job) => [job, memory.secondsOf(job)]))
  const cores = availableParallelism()
  // Tests on Neo4j wait for its disk now and then, and somebody else may work meanwhile.
  const atOnce = extent === 'embedded' ? Math.max(2, Math.min(6, cores)) : Math.min(6, cores + 1)
  return {
    extent,
    jobs: [...jobs].sort((a, b) => (seconds.get(b) ?? 0) - (seconds.get(a) ?? 0)),
    atOnce,
    seconds: [...seconds.values()].reduce((sum, each) => sum + each, 0) / Math.min(atOnce, Math.max(jobs.length, 1)),
    tests: memory.testsOf(jobs),
    leftOut: leftOut.filter((need) => isNeeded(files, need)).map((need) => beyondNode[need]),
  }
}

/** What an extent has nothing of. */
function leftOutOf(extent: Extent, isNamed: boolean): (keyof typeof beyondNode)[] {
  const leaves = { embedded: beyondNodeNeeds, landing: ['release' as const], everything: [] }[extent]
  return leaves.filter((need) => !(isNamed && (need === 'time' || need === 'release')))
}

const isNeeded = (files: readonly TestFile[], need: Need): boolean => files.some(({ needs }) => needs.has(need))

/** Returns the lines of Neo4j on which something of it runs. */
export const neo4jLinesOf = ({ jobs }: Pick<Plan, 'jobs'>): Line[] =>
  lineNames.filter((line) => jobs.some(({ store }) => store === line))

function jobOf(files: readonly TestFile[], store: Store): Job {
  const [first, ...others] = files.map(({ path }) => path)
  const name = others.length === 0 ? (first ?? '') : `${first} and ${others.length} more, up to ${others.at(-1)}`
  return { files, store, name: store === 'sqlite' ? name : `${name} on Neo4j ${store}` }
}

/** Folders of which nearly all files are over in a second or two. */
const light = /^test\/(?:domain|formats|app|storage|graphql|search|client)\//
const mostTogether = 8
/** There a file takes up to six minutes: an erasure rebuilds the search index, and the database plans every statement again. */
const mostOnNeo4j = 2
/** Tests of functions are over in a moment, and share nothing. */
const mostPure = 32

const folderOf = ({ path }: TestFile) => light.exec(path)?.[0] ?? ''

/** Puts small jobs of a store together, a few of one folder at a time. */
function together(jobs: readonly Job[]): Job[] {
  const small = jobs.filter(isSmall)
  const kinds = new Set(small.map(kindOf))
  const groups = [...kinds].flatMap((kind) => {
    const found = small.filter((job) => kindOf(job) === kind)
    const most = found[0]?.files[0]?.isPure ? mostPure : kind.endsWith(' sqlite') ? mostTogether : mostOnNeo4j
    return Array.from({ length: Math.ceil(found.length / most) }, (_, k) => {
      const group = found.slice(k * most, (k + 1) * most)
      return jobOf(
        group.flatMap(({ files }) => files),
        group[0]?.store ?? 'sqlite',
      )
    })
  })
  return [...jobs.filter((job) => !isSmall(job)), ...groups]
}

/** On Neo4j others come before and after it on the same server, so it has to take that from what empties it. */
function isSmall(job: Job): boolean {
  const [file] = job.files
  if (file === undefined || file.isAlone || !(file.isPure || light.test(file.path))) return false
  if ([...file.needs].some((need) => need !== 'neo4j')) return false
  return job.store === 'sqlite' || !(file.landingLines.length > 1 || file.hasOwnServer)
}

const kindOf = ({ files: [file], store }: Job): string =>
  `${file?.isPure ? 'functions' : file ? folderOf(file) : ''} ${store}`

function storesOf({ needs, landingLines }: TestFile, extent: Extent, leftOut: readonly Need[]): Store[] {
  const embedded: Store[] = needs.has('neo4jAlone') ? [] : ['sqlite']
  if (leftOut.some((need) => need !== 'neo4j' && needs.has(need))) return []
  if (!needs.has('neo4j') || leftOut.includes('neo4j')) return embedded
  return [...(extent === 'landing' ? landingLines : lineNames), ...embedded]
}
