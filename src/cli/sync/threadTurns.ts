import { readFile } from 'node:fs/promises'
import type { JsonObject } from '../../domain/model.ts'
import { isTurn, nthKey, turnKey } from '../../formats/neo/files.ts'
import { jsonValues } from '../../formats/reading/lines/jsonValues.ts'
import { asObject, asText, objectsIn } from '../../formats/reading/values.ts'
import type { NeoThread, ThreadFile } from './neoFolder.ts'

/** A turn, and what it is known by among those of its thread. */
export interface ThreadTurn {
  readonly key: string
  readonly value: JsonObject
}

/** Returns turns with what each is known by; those that say nothing are none, as in a Neo store. */
export function keyed(values: readonly JsonObject[]): ThreadTurn[] {
  const counts = new Map<string, number>()
  const turns = values.filter((value) => isTurn(value) && asText(value['text'])?.trim() !== '')
  return turns.map((value) => {
    const key = turnKey(value)
    const n = (counts.get(key) ?? 0) + 1
    counts.set(key, n)
    return { key: nthKey(key, n), value }
  })
}

/** What the files of a thread hold. */
export interface HeldTurns {
  readonly keys: ReadonlySet<string>
  /** The last turn of the thread as its own program reads it; null where it has none. */
  readonly last: string | null
}

/** Returns what the files of a thread hold by now. */
export async function heldTurns({ files }: NeoThread): Promise<HeldTurns> {
  const keys = new Set<string>()
  let last: string | null = null
  for (const file of files) {
    const turns = keyed(await turnsIn(file))
    for (const { key } of turns) keys.add(key)
    last = turns.at(-1)?.key ?? last
  }
  return { keys, last }
}

async function turnsIn({ path, file }: ThreadFile): Promise<JsonObject[]> {
  if (file === 'META') return []
  const text = (await readFile(path, 'utf8')).replace(/^\ufeff/, '')
  if (file === 'JSON') return objectsIn(asObject(jsonValues(text).values[0])?.['turns'])
  const values = text.split('\n').flatMap((line) => jsonValues(line).values.map((value) => asObject(value)))
  return values.filter((value) => value !== null)
}

/** What is to be done so that a thread's files hold a path of the store. */
export type Plan =
  | { readonly kind: 'HELD' }
  /** These turns follow the last one of the files. */
  | { readonly kind: 'APPEND'; readonly turns: readonly JsonObject[] }
  /** Both went on: what the store has does not follow what the files end with. */
  | { readonly kind: 'APART' }

/** Decides that. What is in the files stays as it is, whatever was corrected, dropped or rewound here since. */
export function planOf(path: readonly ThreadTurn[], held: HeldTurns): Plan {
  if (path.every(({ key }) => held.keys.has(key))) return { kind: 'HELD' }
  const at = held.last === null ? -1 : path.findLastIndex(({ key }) => key === held.last)
  if (at < 0 && held.last !== null) return { kind: 'APART' }
  const turns = path.slice(at + 1).filter(({ key }) => !held.keys.has(key))
  return turns.length === 0 ? { kind: 'HELD' } : { kind: 'APPEND', turns: turns.map(({ value }) => value) }
}
