import { counters, counterNames, type Bucket, type Counted, type Counters } from './counted.ts'
import type { Instant } from '../model.ts'

/** One turn that named an answer, with what it said of its usage. */
export interface AnswerPart {
  readonly observationId: string
  readonly at: Instant
  readonly bucket: Bucket
  readonly usage: Counters
  readonly tools: readonly string[]
}

/** One part of an answer as it is from now on; null: it is none any more. */
export interface PartChange {
  readonly answerId: string
  readonly observationId: string
  readonly part: AnswerPart | null
}

/** What an answer adds to the sums, whatever the order in which its parts came. */
export interface AnswerCount {
  readonly bucket: Bucket
  readonly at: Instant
  readonly usage: Counters
  /** The tools that its parts call. */
  readonly tools: readonly string[]
}

/** Returns the part that a counted turn is of its answer. */
export function partOf({ observationId, at, bucket, usage, tools }: Counted): AnswerPart | null {
  return usage && { observationId, at, bucket, usage, tools }
}

/** Returns the parts of an answer after a change of one. */
export function withPart(parts: readonly AnswerPart[], { observationId, part }: PartChange): readonly AnswerPart[] {
  if (parts.length === 0) return part === null ? parts : [part]
  const others = parts.filter((one) => one.observationId !== observationId)
  return part === null ? others : [...others, part].sort(byTime)
}

const byTime = (a: AnswerPart, b: AnswerPart) =>
  a.at === b.at ? (a.observationId < b.observationId ? -1 : 1) : a.at < b.at ? -1 : 1

/** Returns the earliest part, where an answer counts; null where there is none. */
export function firstPart(parts: readonly AnswerPart[]): AnswerPart | null {
  return [...parts].sort(byTime)[0] ?? null
}

/** Returns what an answer of these parts counts: the largest of each counter, where its earliest part stands. */
export function countOfAnswer(parts: readonly AnswerPart[]): AnswerCount | null {
  // Nearly every answer, and every append waits for it.
  if (parts.length === 1) return parts[0] ?? null
  const sorted = [...parts].sort(byTime)
  const [first] = sorted
  if (!first) return null
  const usage = counters((name) => sorted.reduce((most, part) => Math.max(most, part.usage[name]), 0))
  return { bucket: first.bucket, at: first.at, usage, tools: sorted.flatMap(({ tools }) => tools) }
}

/** Parts as they lie in a store: numbers in a fixed order. */
type Packed = readonly [string, Instant, string, 0 | 1, string, string, readonly number[], readonly string[]]

/** Returns parts as a text for a store. */
export function packParts(parts: readonly AnswerPart[]): string {
  return JSON.stringify(
    parts.map(({ observationId, at, bucket, usage, tools }): Packed => {
      const { conversationId, experiment, role, model } = bucket
      const numbers = counterNames.map((name) => usage[name])
      return [observationId, at, conversationId, experiment ? 1 : 0, role, model, numbers, tools]
    }),
  )
}

/** Returns what `packParts` packed. */
export function unpackParts(text: string): AnswerPart[] {
  return (JSON.parse(text) as Packed[]).map(([observationId, at, conversationId, experiment, role, model, ...rest]) => {
    const [numbers, tools] = rest
    const bucket = { conversationId, experiment: experiment === 1, day: at.slice(0, 10), role, model } as Bucket
    const usage = counters((name) => numbers[counterNames.indexOf(name)] ?? 0)
    return { observationId, at, bucket, usage, tools }
  })
}
