import { join } from 'node:path'
import { checkNeoId } from '../../formats/neo/files.ts'
import { stage, type Staged } from '../files/staged.ts'
import type { Work } from '../withGraph.ts'
import { stateOf, type NeoThread } from './neoFolder.ts'

/** What was written of a thread. */
export interface Written {
  readonly written: readonly string[]
  readonly omissions: string | null
}

interface ThreadPart {
  readonly name: string
  readonly format: 'NEO_JSON' | 'NEO_JSONL'
  readonly part: string | null
  /** Fewer bytes say nothing: no file is begun for them. */
  readonly least: number
}

/**
 * Writes a conversation as the files of its thread, or as a new one's; a file that would be as it is stays untouched. Answers
 * null, and nothing is written, where the files are not as they were any more.
 */
export async function writeThread(
  { graph }: Work,
  { id, folder, isLines }: { readonly id: string; readonly folder: string; readonly isLines: boolean },
  thread: NeoThread | null,
  isAsItWas: () => Promise<boolean>,
): Promise<Written | null> {
  const staged: (Staged & { readonly least: number })[] = []
  const omissions = new Set<string>()
  try {
    for (const { name, format, part, least } of partsOf(checkNeoId(thread?.stem ?? id), thread, isLines)) {
      const { omissions: missing, pieces } = await graph.export(id, { format, part })
      if (missing !== null && part !== 'ARCHIVE') omissions.add(missing)
      staged.push({ ...(await stage(pieces, join(folder, name))), least })
    }
    const isNew = thread === null
    if (isNew && !(await saysSomething(staged[0]))) return { written: [], omissions: null }
    if (isNew ? await isTaken(folder, id) : !(await isAsItWas())) return null
    const written: string[] = []
    for (const one of staged)
      if (!(await one.isThere()) && (one.bytes > one.least || (await stands(one.path)))) {
        await one.put()
        written.push(one.path)
      }
    return { written, omissions: omissions.size === 0 ? null : [...omissions].join('; ') }
  } finally {
    await Promise.all(staged.map((one) => one.drop()))
  }
}

/** A thread goes on in the form that it has; where another program has both, it reads the lines. */
function partsOf(stem: string, thread: NeoThread | null, isLines: boolean): ThreadPart[] {
  const has = (kinds: readonly string[]) => thread?.files.some(({ file }) => kinds.includes(file)) ?? false
  const meta: ThreadPart = { name: `${stem}.meta.json`, format: 'NEO_JSONL', part: 'META', least: 2 }
  if (thread === null ? !isLines : !has(['HOT', 'ARCHIVE']))
    return [{ name: `${stem}.json`, format: 'NEO_JSON', part: null, least: -1 }, ...(has(['META']) ? [meta] : [])]
  return [
    { name: `${stem}.jsonl`, format: 'NEO_JSONL', part: 'HOT', least: -1 },
    { name: `${stem}.archive.jsonl`, format: 'NEO_JSONL', part: 'ARCHIVE', least: 0 },
    meta,
  ]
}

/** A file without turns that fits here is small. */
const mostEmpty = 256 * 1024

/** Says whether a file has a turn: of a thread without turns none is begun. */
async function saysSomething(file: Staged | undefined): Promise<boolean> {
  if (file === undefined || file.bytes === 0) return false
  if (!file.path.endsWith('.json') || file.bytes > mostEmpty) return true
  const { turns } = JSON.parse(await file.text()) as { readonly turns: readonly unknown[] }
  return turns.length > 0
}

const stands = async (path: string) => (await stateOf({ stem: '', files: [{ path, file: 'JSON' }] })) !== 'none'

/** Says whether another program has begun a thread of that name since the folder was read. */
async function isTaken(folder: string, id: string): Promise<boolean> {
  const paths = ['.json', '.jsonl'].map((ending) => join(folder, `${id}${ending}`))
  return (await Promise.all(paths.map(stands))).includes(true)
}
