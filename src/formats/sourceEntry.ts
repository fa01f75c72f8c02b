import type { JsonObject } from '../domain/model.ts'
import { asId, asObject, asText } from './reading/values.ts'

/** What an entry of a file says of its own place, before anything is put in order. */
export interface SourceEntry {
  readonly type: string
  /** Of the program that wrote it; null where the entry does not say. */
  readonly version: string | null
  /** Null for entries without a place in the chain. */
  readonly id: string | null
  readonly parent: string | null
  /** Whether it is marked as a sub-agent's. */
  readonly isSidechain: boolean
  /** Whether a person, a model or a tool speaks in it. */
  readonly isTurn: boolean
  readonly toolCalls: number
}

const turnTypes: ReadonlySet<string> = new Set(['user', 'assistant', 'tool_result'])

/** Returns what an entry with `uuid` and `parentUuid` says of its place. */
export function uuidEntry(value: JsonObject): SourceEntry {
  const type = asText(value['type']) ?? ''
  const message = asObject(value['message'])
  return {
    type,
    version: asText(value['version']),
    id: asId(value['uuid']),
    parent: asId(value['parentUuid']),
    isSidechain: value['isSidechain'] === true,
    isTurn: turnTypes.has(type),
    toolCalls: [message?.['content'], message?.['parts']].reduce<number>((sum, list) => sum + callsIn(list), 0),
  }
}

function callsIn(list: unknown): number {
  if (!Array.isArray(list)) return 0
  return list.filter((block: JsonObject | null) => block?.['type'] === 'tool_use' || block?.['functionCall'] != null)
    .length
}
