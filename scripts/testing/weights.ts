import { readFileSync, writeFileSync } from 'node:fs'
import type { TestFile } from './files.ts'
import type { Job, Store } from './plan.ts'
import type { Result } from './runJob.ts'

const path = new URL('weights.json', import.meta.url)

/** Processor seconds of the files that take most, by store; the lines of Neo4j are about alike. */
type Weights = Record<string, { readonly sqlite?: number; readonly neo4j?: number }>

const weights = JSON.parse(readFileSync(path, 'utf8')) as Weights

/** What is lighter is no matter. */
const least = 6

/** Returns about how many seconds of a core a job takes: the same on all machines, for it decides who has which turn. */
export function weightOf({ files, store }: Job): number {
  return files.reduce((sum, file) => sum + weightOfFile(file, store), 0)
}

function weightOfFile({ path, needs, isPure }: TestFile, store: Store): number {
  const known = weights[path]?.[kindOf(store)]
  if (known !== undefined) return known
  // It builds an image and waits for databases: it begins first, beside all others.
  if (needs.has('engine')) return 300
  if (needs.has('kills')) return 20
  if (needs.has('clients') || needs.has('browser')) return 10
  if (needs.size === 0) return isPure ? 0.25 : 1
  return store === 'sqlite' ? 2 : 4
}

const kindOf = (store: Store): 'sqlite' | 'neo4j' => (store === 'sqlite' ? 'sqlite' : 'neo4j')

/** Writes down what takes most, for all machines. */
export function keepWeights(results: readonly Result[]): void {
  const kept: Record<string, Record<string, number>> = {}
  for (const { job, cpuSeconds, failed } of results) {
    const [file, ...others] = job.files
    if (file === undefined || others.length > 0 || failed > 0 || cpuSeconds < least) continue
    const ofFile = (kept[file.path] ??= {})
    ofFile[kindOf(job.store)] = Math.round(Math.max(ofFile[kindOf(job.store)] ?? 0, cpuSeconds))
  }
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(Object.entries(kept).sort()), null, 2)}\n`)
}
