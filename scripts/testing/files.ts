import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { Line } from '../neo4j.ts'
import { root } from '../root.ts'

/** A test file, and what it needs besides Node: found out from what it says and imports, so that no list must be kept. */
export interface TestFile {
  /** From the repository's folder. */
  readonly path: string
  readonly needs: ReadonlySet<Need>
  /** The folder of test/ whose own packages it uses; null when it uses the repository's. */
  readonly packages: string | null
  /** The lines of Neo4j on which a landing runs it: what tests a store on both, the API's suites on one, others on none. */
  readonly landingLines: readonly Line[]
  /** Whether it asks for a Neo4j server itself, which it has from its start to its end, and not suite by suite. */
  readonly hasOwnServer: boolean
  /** Whether others would notice it in their process: it changes what all of a process share, or asks about that. */
  readonly isAlone: boolean
  /** Whether it uses nothing of other test files but what draws values: it tests functions, and is over in a moment. */
  readonly isPure: boolean
}

/**
 * `neo4j`: runs on it too; `neo4jAlone`: and on nothing else; `time`: more than a part of five minutes; `release`: so much
 * that a landing does not wait for it; `engine`: a Docker engine of our own.
 */
export type Need = 'neo4j' | 'neo4jAlone' | 'time' | 'release' | 'kills' | 'browser' | 'clients' | 'engine'

const testFolder = join(root, 'test')
const sourceFolder = join(root, 'src/')
const drawing = join(testFolder, 'support/properties.ts')

/** Every test file. */
export function testFiles(): TestFile[] {
  return filesBelow(testFolder)
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => describeFile(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Every file of a folder and of those in it, packages aside. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesBelow(path)
    return [path]
  })
}

function describeFile(path: string): TestFile {
  const reached = reachedFrom(path)
  const texts = [...reached].filter((each) => each.startsWith(testFolder)).map(textOf)
  const packages = ownPackages(dirname(path))
  const name = relative(testFolder, path)
  // What is named after the embedded store may reach the other one by what it imports, and does nothing on it.
  const reachesNeo4j = reached.has(join(root, 'scripts/neo4j.ts')) && !/sqlite|duckdb/i.test(name)
  const isOfNeo4j = reachesNeo4j && /neo4j|database/i.test(name)
  const needs: Record<Need, boolean> = {
    neo4j: reachesNeo4j,
    neo4jAlone: isOfNeo4j,
    release: /^\/\/ Beyond a landing: /m.test(textOf(path)),
    time: /^\/\/ Takes long: /m.test(textOf(path)),
    // By itself, or by a storm.
    kills: /\bkill9\(|\bstartFleet\(/.test(textOf(path)),
    browser: texts.some((text) => /(from|import\()\s*'playwright-core'/.test(text)),
    clients: packages !== null,
    engine: reached.has(join(root, 'scripts/engine/daemon.ts')),
  }
  const needed = (Object.keys(needs) as Need[]).filter((need) => needs[need])
  return {
    path: relative(root, path),
    needs: new Set(needed),
    packages: packages && relative(root, packages),
    landingLines: landingLines(name, isOfNeo4j),
    hasOwnServer: /\b(?:with|start)Neo4j\(/.test(textOf(path)),
    isAlone: shared.test(textOf(path)),
    isPure:
      dirname(path) !== testFolder &&
      !/'node:(?:child_process|net|http|v8|worker_threads)'/.test(textOf(path)) &&
      [...reached].every((each) => each === path || each === drawing || each.startsWith(sourceFolder)),
  }
}

function landingLines(name: string, isOfNeo4j: boolean): readonly Line[] {
  if (isOfNeo4j || name.startsWith('storage/')) return ['5.26', 'current']
  return /^(?:graphql|http)\//.test(name) ? ['5.26'] : []
}

/** What changes, or asks about, what all of a process share. */
const shared =
  /\bprocess\.(?:env\[[^\]]+\] \??=|on\(|once\(|memoryUsage|cpuUsage)|\bheapAfterCollection\(|\bdelete process\.|\bmock\.|\blistenerCount\(|\bglobalThis\./

/** The file itself and all files of test/ and scripts/ that it imports, directly or through others. */
function reachedFrom(path: string, reached = new Set<string>()): Set<string> {
  if (reached.has(path) || !existsSync(path)) return reached
  reached.add(path)
  // What scripts import is their own affair.
  if (!path.startsWith(testFolder)) return reached
  for (const [, specifier = ''] of textOf(path).matchAll(/(?:from|import\()\s*'(\.[^']+)'/g))
    reachedFrom(resolve(dirname(path), specifier), reached)
  return reached
}

const known = new Map<string, string>()
function textOf(path: string): string {
  const text = known.get(path) ?? readFileSync(path, 'utf8')
  known.set(path, text)
  return text
}

function ownPackages(folder: string): string | null {
  if (folder === testFolder || !folder.startsWith(testFolder)) return null
  return existsSync(join(folder, 'package.json')) ? folder : ownPackages(dirname(folder))
}
