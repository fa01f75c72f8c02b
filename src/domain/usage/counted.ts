import type { Block, Conversation, Instant, JsonObject, Message, Observation, Role, UsageInput } from '../model.ts'
import { currentBlocks } from '../messages/messageSnapshot.ts'
import { sha256 } from '../tree/pathHash.ts'
import { spentOf, type Spent } from './counters.ts'

/** What sums are kept for: the turns of one role and model that one conversation recorded on one day. */
export interface Bucket {
  readonly conversationId: string
  /** Whether its conversation is an experiment, which statistics leave out unless asked. */
  readonly experiment: boolean
  /** `YYYY-MM-DD` in UTC, of observedAt. */
  readonly day: string
  readonly role: Role
  /** '' where none was named. */
  readonly model: string
}

/** What one storing of a turn adds to the sums. */
export interface Counted {
  readonly observationId: string
  readonly at: Instant
  readonly bucket: Bucket
  readonly answerId: string | null
  /** The answer that it was stored as a part of, whatever corrections say: the sums of paths are of what was stored. */
  readonly storedAnswerId: string | null
  /** Null where no usage came with it. */
  readonly usage: Spent | null
  /** Names of the tools that it calls, a name for each call. */
  readonly tools: readonly string[]
  /** Names of the tools whose failures it reports. */
  readonly failures: readonly string[]
}

/** The names of the tools behind call ids, as far as they are known. */
export type CallNames = ReadonlyMap<string, string>
export const noCallNames: CallNames = new Map()

/** Says whether an observation is counted at all: a storing of a turn that is no copy. */
export function isCounted({ kind, copyOf, role }: Observation): boolean {
  return kind === 'TURN' && copyOf === null && role !== null
}

/**
 * Returns what a turn observation adds, with what corrections made of its usage, model and tools where a message is given:
 * that is for the newest one of a message alone.
 */
export function countedOf(
  observation: Observation,
  { origin }: Pick<Conversation, 'origin'>,
  message: Pick<Message, 'overlay'> | null,
  names: CallNames = noCallNames,
): Counted {
  const fields = message?.overlay?.fields ?? {}
  const usage = corrected<UsageInput | null>(fields, 'usage', observation.usage)
  const blocks = message === null ? observation.blocks : currentBlocks(observation, message as Message)
  return {
    observationId: observation.id,
    at: observation.observedAt,
    bucket: {
      conversationId: observation.conversationId,
      experiment: origin === 'EXPERIMENT',
      day: dayOf(observation.observedAt),
      role: observation.role as Role,
      model: nameKey(corrected<string | null>(fields, 'model', observation.model) ?? ''),
    },
    answerId: answerKeyOf(usage),
    storedAnswerId: answerKeyOf(observation.usage),
    usage: usage && spentOf(usage),
    tools: blocks.flatMap((block) => (block.type === 'toolCall' ? [nameKey(block.name)] : [])),
    failures: failedCalls(blocks).map((callId) => nameKey(names.get(callId) ?? '')),
  }
}

/** Names are keys of indexes, which take no text of any length, nor half of a surrogate pair. */
const longest = 200
const unfit = /[\p{Surrogate}\0]/u
const everyUnfit = new RegExp(unfit, 'gu')

/** Returns a name as sums are kept by it. */
export function nameKey(name: string): string {
  const short = name.length > longest ? `${name.slice(0, longest)}…` : name
  return unfit.test(short) ? short.replaceAll(everyUnfit, '\uFFFD') : short
}

/** Returns the key under which stores keep an answer. */
export function answerKey(id: string): string {
  return id.length > longest || unfit.test(id) ? sha256(id) : id
}

/** Returns the key of the answer that usage names; null: it names none. */
export function answerKeyOf(usage: UsageInput | null): string | null {
  return usage?.answerId == null ? null : answerKey(usage.answerId)
}

function corrected<T>(fields: JsonObject, name: string, stored: T): T {
  return Object.hasOwn(fields, name) ? ((fields[name] ?? null) as T) : stored
}

/** Returns the ids of the calls that failed, as these blocks say. */
export function failedCalls(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => (block.type === 'toolResult' && block.isError ? [block.callId] : []))
}

/** Says whether corrections of a message change what it counts. */
export function changesCounts({ overlay }: Pick<Message, 'overlay'>): boolean {
  return overlay !== null && ['usage', 'model', 'content'].some((name) => Object.hasOwn(overlay.fields, name))
}

/** Returns the day of an instant, in UTC. */
export const dayOf = (at: Instant): string => at.slice(0, 10)
