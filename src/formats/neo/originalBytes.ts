import type { JsonObject } from '../../domain/model.ts'
import type { WriteSource } from '../format.ts'
import { jsonValues } from '../reading/lines/jsonValues.ts'
import { asObject, objectsIn } from '../reading/values.ts'
import type { NeoTurn } from './turns.ts'
import { isRecord, isTurn, nthKey, storedFileOf, turnKey, type NeoFile } from './files.ts'

/** Returns a file of the conversation as it was imported; null when there was none, or something has changed since. */
export async function originalBytes(source: WriteSource, file: NeoFile): Promise<Buffer | null> {
  if (!source.isUnchanged) return null
  const stored = (await source.files()).filter((one) => storedFileOf(one) === file)
  const latest = stored.sort((a, b) => stateOf(a.source) - stateOf(b.source)).at(-1)
  // A JSON file is known by its content: of several, one is the state that was imported last.
  if (file === 'JSON' && stored.length > 1) return source.original?.isAll ? bytesOf(source.original.pieces()) : null
  return latest ? bytesOf(latest.open()) : null
}

/** Sources with one beginning are counted, `…~2` the second. */
const stateOf = (source: string) => Number(/~(\d+)$/.exec(source)?.[1] ?? 1)

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const results: Uint8Array[] = []
  for await (const piece of pieces) results.push(piece)
  return Buffer.concat(results)
}

/** Returns what the turns of some files are known by; null when none of them came, or something has changed since. */
export async function turnsIn(source: WriteSource, files: readonly NeoFile[]): Promise<ReadonlySet<string> | null> {
  const results = await Promise.all(files.map((file) => originalBytes(source, file)))
  const came = results.filter((bytes) => bytes !== null)
  return came.length === 0 ? null : new Set(came.flatMap((bytes) => keysIn(turnValues(bytes))))
}

/**
 * Returns what says of turns, one after the other along a path, whether the files hold them of which `keys` are: one that was stored
 * here, and came back in a file, is known by what the file says of it.
 */
export function heldBy(keys: ReadonlySet<string>): (turn: Pick<NeoTurn, 'turnId' | 'value'>) => boolean {
  const counts = new Map<string, number>()
  return ({ turnId, value }) => {
    const key = turnKey(value)
    const n = (counts.get(key) ?? 0) + 1
    counts.set(key, n)
    return keys.has(turnId ?? '') || keys.has(nthKey(key, n))
  }
}

function turnValues(bytes: Buffer): JsonObject[] {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '')
  const values = text.split('\n').flatMap((line) => jsonValues(line).values.map((value) => asObject(value)))
  const objects = values.filter((value) => value !== null)
  const record = objects.length === 1 || objects.some(isTurn) ? objects[0] : asObject(jsonValues(text).values[0])
  return record && isRecord(record) ? objectsIn(record['turns']) : objects.filter(isTurn)
}

function keysIn(turns: readonly JsonObject[]): string[] {
  const counts = new Map<string, number>()
  return turns.map((turn) => {
    const key = turnKey(turn)
    const n = (counts.get(key) ?? 0) + 1
    counts.set(key, n)
    return nthKey(key, n)
  })
}
