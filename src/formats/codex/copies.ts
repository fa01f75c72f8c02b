import type { Instant, Json, JsonObject } from '../../domain/model.ts'
import type { EntryStep } from '../reading/tree/steps.ts'
import type { Sample } from '../reading/sample.ts'
import { asInstant, asObject, asText } from '../reading/values.ts'
import { historyBase } from './past.ts'

/** Nanoseconds in which a fork's copied beginning is written. */
const oneWriting = 1_000_000_000n

/** Who started a sub-agent's thread; null where a header is none of one. */
export function startedBy(header: JsonObject): string | null {
  const spawn = asObject(asObject(asObject(header['source'])?.['subagent'])?.['thread_spawn'])
  return asText(spawn?.['parent_thread_id']) ?? (asObject(header['source']) ? asText(header['parent_thread_id']) : null)
}

/** Returns when a rollout was made of another thread's, by its header, which copies or names that one's past; null for none. */
export function copiedAt({ objects }: Pick<Sample, 'objects'>): Instant | null {
  const first = objects.find(({ type }) => type === 'session_meta')
  const header = asObject(first?.['payload'])
  if (!header) return null
  const source = historyBase(header)?.thread ?? asText(header['forked_from_id']) ?? startedBy(header)
  return source === null || source === asText(header['id']) ? null : asInstant(header['timestamp'])
}

/**
 * Finds the lines that a fork's file has copied from the thread that it was forked from. The copied lines have new times, so only
 * that thread itself shows for certain how far they go; where it is not stored yet, the turns that are older than the fork do,
 * and what was written together with its header.
 */
export class Copies {
  private readonly source: string | null
  private readonly isAgent: boolean
  private readonly began: Instant | null
  private isOver = false
  private isOld = false

  constructor(header: JsonObject) {
    const named = asText(header['forked_from_id'])
    this.isAgent = startedBy(header) !== null
    this.source = historyBase(header) === null ? (named ?? startedBy(header)) : null
    this.began = asInstant(header['timestamp'])
    if (this.source === asText(header['id'])) this.isOver = true
  }

  /** Takes the id of a turn that begins. */
  turn(id: string | null): void {
    const at = id === null ? null : madeAt(id)
    if (at === null || this.began === null) return
    this.isOld = at < millisecondsOf(this.began)
    if (!this.isOld) this.isOver = true
  }

  /** Whose entry that of a line is, where it may be a copy. */
  originOf(timestamp: Json): EntryStep['origin'] {
    if (this.source === null || this.isOver) return undefined
    return { id: this.source, isSure: this.isOld || (!this.isAgent && this.isOfHeader(timestamp)) }
  }

  private isOfHeader(timestamp: Json): boolean {
    const at = asInstant(timestamp)
    if (at === null || this.began === null) return false
    return nanosecondsOf(at) - nanosecondsOf(this.began) < oneWriting
  }
}

/** When an id was made, in milliseconds, if it says so (UUIDs of version 7 do). */
function madeAt(id: string): number | null {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-7/i.test(id) ? Number.parseInt(id.replace('-', '').slice(0, 12), 16) : null
}

const millisecondsOf = (at: Instant) => Date.parse(at)

function nanosecondsOf(at: Instant): bigint {
  const fraction = /\.(\d+)/.exec(at)?.[1] ?? ''
  return BigInt(Date.parse(at.replace(/\.\d+/, ''))) * 1_000_000n + BigInt(fraction.padEnd(9, '0').slice(0, 9))
}
