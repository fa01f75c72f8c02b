import { readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { neoFileOf, neoSiblings, type NeoFile } from '../../formats/neo/files.ts'
import { lives } from '../../watch/liveSessions.ts'

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
    const stats = await stat(path, { bigint: true }).catch(() => null)
    return stats === null ? 'none' : `${stats.ino}:${stats.size}:${stats.mtimeNs}`
  })
  return (await Promise.all(states)).join(' ')
}

/** Returns the thread of that name as it stands in a folder by now; null where there is none. */
export async function threadNamed(folder: string, stem: string): Promise<NeoThread | null> {
  return (await threadsIn(folder)).find((thread) => thread.stem === stem && holdsTalk(thread)) ?? null
}

/** How long nothing must be written in a folder before it is read, and how long that is waited for, in milliseconds. */
const [quietMs, longestWaitMs] = [150, 60_000]

/** Resolves once nobody writes there: a program that is in the middle of its turns is let come to their end. */
export async function untilQuiet(folder: string): Promise<void> {
  for (const end = Date.now() + longestWaitMs; Date.now() < end;) {
    const now = Date.now()
    const times = (await threadsIn(folder)).flatMap(({ files }) =>
      files.map(({ path }) => stat(path).catch(() => null)),
    )
    // A clock that is ahead would have it wait to the end.
    const newest = Math.max(0, ...(await Promise.all(times)).map((one) => one?.mtimeMs ?? 0).filter((at) => at <= now))
    if (now - newest >= quietMs) return
    await pause(quietMs - (now - newest))
  }
}

/** Removes what a sync that was killed left half written. */
export async function removeParts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = Number(/\.jsonl?\.(\d+)\.part$/.exec(name)?.[1] ?? 0)
    if (pid > 0 && (pid === process.pid || !lives(pid))) await rm(join(folder, name), { force: true })
  }
}
