import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { neoFileOf, neoSiblings, type NeoFile } from '../../formats/neo/files.ts'

/** A thread of a Neo store: its files in the order in which they are read. */
export interface NeoThread {
  /** What its files are called, without their endings. */
  readonly stem: string
  readonly files: readonly ThreadFile[]
}
export interface ThreadFile {
  readonly path: string
  readonly file: NeoFile
}

/** Returns the folder that a Neo store would use: the one that is named, else `conversations` beside the cortex root; null: none. */
export function neoFolder(
  named: string | undefined,
  cortexRoot: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  const first = (...all: readonly (string | undefined)[]) => all.find((one) => one !== undefined && one.trim() !== '')
  const text = first(named, env['NEO_CONVERSATIONS_DIR'])
  if (text !== undefined) return text
  const root = first(cortexRoot, env['NEO_CORTEX_ROOT'])
  return root === undefined ? null : join(dirname(root), 'conversations')
}

/** Returns the threads that a folder holds, by name. */
export async function threadsIn(folder: string): Promise<NeoThread[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const threads = new Map<string, { path: string; file: NeoFile; rank: number }[]>()
  for (const entry of entries) {
    if (!entry.isFile() || !/\.jsonl?$/i.test(entry.name)) continue
    const { stem, rank } = neoSiblings(entry.name)
    const file = { path: join(folder, entry.name), file: neoFileOf(entry.name, 'HOT'), rank }
    threads.set(stem, [...(threads.get(stem) ?? []), file])
  }
  return [...threads]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([stem, files]) => ({ stem, files: files.sort((a, b) => a.rank - b.rank) }))
}

/** Says whether talk stands in one of its files: a sidecar alone is no thread. */
export function holdsTalk({ files }: NeoThread): boolean {
  return files.some(({ file }) => file !== 'META')
}

/** Returns what changes whenever another program writes one of its files. */
export async function stateOf({ files }: NeoThread): Promise<string> {
  const states = files.map(async ({ path }) => {
    const bigIntStats = await stat(path, { bigint: true }).catch(() => null)
    return bigIntStats === null ? 'none' : `${bigIntStats.ino}:${bigIntStats.size}:${bigIntStats.mtimeNs}`
  })
  return (await Promise.all(states)).join(' ')
}
