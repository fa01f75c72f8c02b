import { formatInstant } from '../../domain/instants.ts'
import type { JsonObject } from '../../domain/model.ts'
import { badInput } from '../../domain/refusals.ts'
import { sha256 } from '../../domain/tree/pathHash.ts'
import type { StoredFile } from '../plan.ts'
import { asItems, type RecordObject } from '../reading/long/recordValue.ts'
import { asId, asInstant } from '../reading/values.ts'

/** The files in which a Neo store keeps a conversation; talk stands in the first three, in this order. */
export const neoFiles = ['JSON', 'ARCHIVE', 'HOT', 'META'] as const
export type NeoFile = (typeof neoFiles)[number]

const endings: readonly (readonly [RegExp, NeoFile])[] = [
  [/\.archive\.jsonl$/i, 'ARCHIVE'],
  [/\.meta\.json$/i, 'META'],
  [/\.jsonl$/i, 'HOT'],
  [/\.json$/i, 'JSON'],
]
const baseName = (fileName: string) => fileName.split(/[\\/]/).at(-1) ?? fileName

/** Returns which of a conversation's files one is, by its name; `otherwise` where that does not tell. */
export function neoFileOf(fileName: string | null, otherwise: NeoFile): NeoFile {
  const base = baseName(fileName ?? '')
  return endings.find(([ending]) => ending.test(base))?.[1] ?? otherwise
}

/** Returns the id that a file's name gives its conversation, null when it gives none. */
export function neoIdOf(fileName: string | null): string | null {
  if (fileName === null) return null
  const base = baseName(fileName)
  const ending = endings.find(([one]) => one.test(base))?.[0]
  return asId(ending ? base.replace(ending, '') : base)
}

/** Returns the name that all files of a conversation have, and where one stands among them. */
export function neoSiblings(fileName: string): { stem: string; rank: number } {
  const base = baseName(fileName)
  const [ending, file] = endings.find(([one]) => one.test(base)) ?? [/$/, 'HOT' as const]
  return { stem: base.replace(ending, ''), rank: neoFiles.indexOf(file) }
}

/** Returns an id as it is; refuses what names nothing, or could lead out of a folder, which no Neo id may. */
export function checkNeoId(id: string): string {
  if (id.trim() === '') throw badInput('The id of a Neo conversation is blank.', { id })
  if (!/[\\/]/.test(id) && !id.includes('..')) return id
  throw badInput(`"${id.slice(0, 100)}" cannot be the id of a Neo conversation: it has a slash or "..".`, {
    id: id.slice(0, 100),
  })
}

/** Members of a sidecar. */
export const metaNames = [
  'project',
  'interview',
  'title',
  'archived',
  'forked_from',
  'forked_at_turn',
  'recovery_source',
  'recovery_handoff',
] as const
const ownMetaNames: ReadonlySet<string> = new Set([
  'forked_from',
  'forked_at_turn',
  'recovery_source',
  'recovery_handoff',
])

/** Says whether a value is a sidecar: what a conversation's other files do not say of it. */
export function isMeta(value: RecordObject, fileName: string | null): boolean {
  if (isTurn(value) || asItems(value['turns']) !== null) return false
  const names = Object.keys(value)
  if (neoFileOf(fileName, 'HOT') === 'META')
    return names.some((name) => (metaNames as readonly string[]).includes(name))
  return names.some((name) => ownMetaNames.has(name))
}

/** Says whether a value is a turn of a Neo store. */
export function isTurn(value: RecordObject): boolean {
  return (
    typeof value['role'] === 'string' &&
    typeof value['text'] === 'string' &&
    !('content' in value) &&
    !('message_id' in value)
  )
}

/** Says whether a value is a conversation in one JSON file. */
export function isRecord(value: RecordObject): boolean {
  const turns = asItems(value['turns'])
  return typeof value['conversation_id'] === 'string' && turns !== null && !('mapping' in value)
}

/** Returns which of a conversation's files a stored one is; null for one of another system. */
export function storedFileOf({ source }: Pick<StoredFile, 'source'>): NeoFile | null {
  if (source.startsWith('NEO_JSON:')) return 'JSON'
  const [, part = 'HOT'] = /^NEO_JSONL:(ARCHIVE|META)?/.exec(source) ?? []
  return source.startsWith('NEO_JSONL:') ? (part as NeoFile) : null
}

/** Returns what a turn is known by: those that are equal in role, text, intent and time are one, in whichever file. */
export function turnKey({ role, text, intent_id: intent, ts }: JsonObject): string {
  const at = asInstant(ts)
  return sha256(JSON.stringify([role, text, intent ?? '', at === null ? (ts ?? null) : formatInstant(at)])).slice(0, 32)
}

/** Returns the key of the nth of a file's equal turns. */
export function nthKey(key: string, n: number): string {
  return n === 1 ? key : `${key}-${n}`
}
