import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandFailed } from '../../client/failures.ts'
import type { JsonObject } from '../../domain/model.ts'
import { checkNeoId } from '../../formats/neo/files.ts'
import { goJson } from '../../formats/neo/goJson.ts'
import { asObject, objectsIn } from '../../formats/reading/values.ts'
import { appendWhole } from '../files/append.ts'
import { textOf } from '../files/pieces.ts'
import { stage, type Staged } from '../files/staged.ts'
import type { Work } from '../withGraph.ts'
import { stateOf, threadNamed, type NeoThread } from './neoFolder.ts'
import { withTurns } from './recordText.ts'
import { heldTurns, keyed, planOf, type Plan } from './threadTurns.ts'

/** What was written of a thread. */
export interface Written {
  readonly written: readonly string[]
  readonly omissions: string | null
  /** What the store has does not follow what the files end with: it wants a thread of its own. */
  readonly isApart: boolean
}

const unwritten: Written = { written: [], omissions: null, isApart: false }

/** The path to a conversation's head, as a Neo store has it. */
interface NeoPath {
  /** The whole as one JSON file. */
  readonly text: string
  readonly turns: readonly JsonObject[]
  readonly omissions: string | null
}

async function pathOf({ graph }: Work, id: string): Promise<NeoPath> {
  const { omissions, pieces } = await graph.export(id, { format: 'NEO_JSON' })
  const text = await textOf(pieces)
  return { text, omissions, turns: objectsIn(asObject(JSON.parse(text) as JsonObject)?.['turns']) }
}

/** What of a conversation follows what the files hold; of turns that were corrected here the text that came is what they are known by. */
async function planFor({ graph }: Work, id: string, { turns }: NeoPath, thread: NeoThread): Promise<Plan> {
  const held = await heldTurns(thread)
  const plan = planOf(keyed(turns), held)
  if (plan.kind === 'HELD') return plan
  const { pieces } = await graph.export(id, { format: 'NEO_JSON', values: 'AS_STORED' })
  const stored = keyed(objectsIn(asObject(JSON.parse(await textOf(pieces)) as JsonObject)?.['turns']))
  if (stored.length !== turns.length) return plan
  return planOf(
    stored.map(({ key }, at) => ({ key, value: turns[at] ?? {} })),
    held,
  )
}

/**
 * Writes what of a conversation a thread's files do not hold behind what they hold: a file only ever gets longer. Answers null,
 * and nothing is written, where the files are not as they were any more.
 */
export async function continueThread(
  work: Work,
  id: string,
  thread: NeoThread,
  isAsItWas: () => Promise<boolean>,
): Promise<Written | null> {
  const path = await pathOf(work, id)
  const plan = await planFor(work, id, path, thread)
  if (!(await isAsItWas())) return null
  if (plan.kind === 'APART') return { ...unwritten, isApart: true }
  const turns = plan.kind === 'APPEND' ? plan.turns : []
  const isRecord = thread.files.every(({ file }) => file === 'JSON' || file === 'META')
  const written = await (isRecord ? intoRecord(thread, path, turns, isAsItWas) : intoLines(thread, turns))
  if (written === null) return null
  // A sidecar has no turns: it says what else is known of the thread.
  const hasSidecar = !isRecord || thread.files.some(({ file }) => file === 'META')
  if (hasSidecar && thread.stem === id) written.push(...(await sidecar(work, id, folderOf(thread))))
  return { written, omissions: written.length === 0 ? null : path.omissions, isApart: false }
}

const folderOf = ({ files }: NeoThread): string => join(files[0]?.path ?? '', '..')

/** Appends lines in one write, as the other program does: neither takes anything from the other. */
async function intoLines({ stem, files }: NeoThread, turns: readonly JsonObject[]): Promise<string[]> {
  if (turns.length === 0) return []
  const path = files.find(({ file }) => file === 'HOT')?.path ?? join(files[0]?.path ?? '', '..', `${stem}.jsonl`)
  const file = await open(path, 'a+', 0o600)
  try {
    const lines = Buffer.from(turns.map((turn) => `${goJson(turn)}\n`).join(''))
    const ending = await lineEnd(file, path)
    // Node appends in pieces, and another program's turn would stand in the middle of one of ours.
    await appendWhole(file, Buffer.concat([ending, lines]))
  } finally {
    await file.close()
  }
  return [path]
}

/** What is to end the last line of a file; refuses to write behind one that is not whole. */
async function lineEnd(file: Awaited<ReturnType<typeof open>>, path: string): Promise<Buffer> {
  const text = (await file.readFile('utf8')).split('\n').at(-1) ?? ''
  if (text.trim() === '') return Buffer.alloc(0)
  try {
    JSON.parse(text)
    return Buffer.from('\n')
  } catch {
    throw new CommandFailed('FILE_BUSY', `The last line of "${path}" is not whole; sync again once it is.`, { path })
  }
}

/** Puts turns behind those of a JSON file, whose own stay as they stand there; null where the file is another one by then. */
async function intoRecord(
  { files }: NeoThread,
  { text }: NeoPath,
  turns: readonly JsonObject[],
  isAsItWas: () => Promise<boolean>,
): Promise<string[] | null> {
  const path = files.find(({ file }) => file === 'JSON')?.path ?? ''
  const there = await readFile(path, 'utf8')
  const wanted = withTurns(there, text, turns)
  if (wanted === there) return []
  const staged = await stage(onePiece(wanted), path)
  if (await isAsItWas()) return put([staged])
  await staged.drop()
  return null
}

async function sidecar({ graph }: Work, id: string, folder: string): Promise<string[]> {
  const { pieces } = await graph.export(id, { format: 'NEO_JSONL', part: 'META' })
  const text = await textOf(pieces)
  const path = join(folder, `${checkNeoId(id)}.meta.json`)
  // `{}` says nothing: no file is begun for it.
  const isThere = (await stateOf({ stem: id, files: [{ path, file: 'META' }] })) !== 'none'
  return text === '{}' && !isThere ? [] : put([await stage(onePiece(text), path)])
}

/** Writes a conversation as the files of a new thread. Answers null, and nothing is written, where there is one of that name by now. */
export async function newThread(
  { graph }: Work,
  { id, folder, isLines }: { readonly id: string; readonly folder: string; readonly isLines: boolean },
): Promise<Written | null> {
  const stem = checkNeoId(id)
  const staged: Staged[] = []
  const omissions = new Set<string>()
  try {
    for (const { name, format, part, least } of isLines
      ? partsInLines(stem)
      : [{ name: `${stem}.json`, format: 'NEO_JSON', part: null, least: -1 }]) {
      // prettier-ignore
      const { omissions: missing, pieces } = await graph.export(id, { format, part })
      if (missing !== null && part !== 'ARCHIVE') omissions.add(missing)
      // The whole is there before a file is begun: one that is killed leaves next to nothing.
      const whole = await textOf(pieces)
      if (part === null || part === 'HOT') if (!saysSomething(whole, part)) return unwritten
      if (Buffer.byteLength(whole) > least) staged.push(await stage(onePiece(whole), join(folder, name)))
    }
    if ((await threadNamed(folder, stem)) !== null) return null
    // The first of them is the thread: where it began meanwhile, all of it is the other program's.
    const written: string[] = []
    for (const one of staged)
      if (await one.begin()) written.push(one.path)
      else if (written.length === 0) return null
    return { written, omissions: omissions.size === 0 ? null : [...omissions].join('; '), isApart: false }
  } finally {
    await Promise.all(staged.map((one) => one.drop()))
  }
}

const partsInLines = (stem: string) => [
  { name: `${stem}.jsonl`, format: 'NEO_JSONL', part: 'HOT', least: -1 },
  { name: `${stem}.archive.jsonl`, format: 'NEO_JSONL', part: 'ARCHIVE', least: 0 },
  { name: `${stem}.meta.json`, format: 'NEO_JSONL', part: 'META', least: 2 },
]

/** Says whether a file has a turn: of a thread without turns none is begun. */
function saysSomething(text: string, part: string | null): boolean {
  return part === null ? objectsIn((JSON.parse(text) as JsonObject)['turns']).length > 0 : text !== ''
}

async function* onePiece(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text))
}

/** Puts files in their places, but those that would be as they are. */
async function put(staged: readonly Staged[]): Promise<string[]> {
  const written: string[] = []
  for (const one of staged)
    try {
      if (await one.isThere()) continue
      await one.put()
      written.push(one.path)
    } finally {
      await one.drop()
    }
  return written
}
