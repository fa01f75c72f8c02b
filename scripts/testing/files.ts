import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { root } from '../root.ts'

/**
 * What a test file needs besides Node and the embedded store, as its name says: `killed.kill.release.test.ts`. `stores`: runs on Neo4j as
 * well; `neo4j`: on nothing else; `engine`: a Docker engine; `alone`: a process of its own, for it changes, or asks about, what all of a
 * process share; `slow`: more than somebody waits for; `release`: more than a landing waits for. `clients`, packages of others, is said
 * by a package.json in its folder.
 */
export type Need = (typeof suffixes)[number] | 'clients'
const suffixes = ['stores', 'neo4j', 'browser', 'kill', 'engine', 'alone', 'slow', 'release'] as const

export interface TestFile {
  /** From the repository's folder. */
  readonly path: string
  readonly needs: ReadonlySet<Need>
  /** The folder of test/ whose own packages it uses; null when it uses the repository's. */
  readonly packages: string | null
}

const testFolder = join(root, 'test')

/** Every test file, by its path. */
export const testFiles = (): TestFile[] =>
  filesBelow(testFolder)
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => testFile(relative(root, path), ownPackages(dirname(path))))
    .sort((a, b) => (a.path < b.path ? -1 : 1))

/** Returns what is known of a test file; throws where its name says a need that there is none of. */
export function testFile(path: string, packages: string | null = null): TestFile {
  const said = basename(path, '.test.ts').split('.').slice(1)
  const needs = said.map((word) => suffixes.find((suffix) => suffix === word) ?? unknown(word, path))
  return { path, needs: new Set([...needs, ...(packages === null ? [] : ['clients' as const])]), packages }
}

function unknown(word: string, path: string): never {
  throw new Error(`${path} says "${word}"; a test file's name may say ${suffixes.join(', ')}.`)
}

/** Every file of a folder and of those in it, packages aside. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesBelow(path)
    return [path]
  })
}

function ownPackages(folder: string): string | null {
  if (folder === testFolder) return null
  return existsSync(join(folder, 'package.json')) ? relative(root, folder) : ownPackages(dirname(folder))
}
