import type { Bucket, Counted } from './counted.ts'
import { counterNames, largestSpent, noSpent, packCounters, unpackCounters, type Spent } from './counters.ts'
import type { Instant } from '../model.ts'

/** One turn that named an answer, as it was stored or as it is corrected, with what it said of its usage. */
export interface AnswerPart {
  readonly observationId: string
  readonly at: Instant
  readonly bucket: Bucket
  readonly usage: Spent
  readonly tools: readonly string[]
  /** Not where a correction took the turn out of the answer: then it is kept here for paths alone, which are as stored. */
  readonly counts: boolean
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
  readonly usage: Spent
  /** The tools that its parts call. */
  readonly tools: readonly string[]
}

/** Returns what a counted turn is a part of: the answer that it names now, and the one that it named when it was stored. */
export function partsOfTurn({ answerId, storedAnswerId, ...counted }: Counted): PartChange[] {
  const { observationId, at, bucket, usage, tools } = counted
  const parts: PartChange[] = []
  if (answerId !== null && usage !== null)
    parts.push({ answerId, observationId, part: { observationId, at, bucket, usage, tools, counts: true } })
  if (storedAnswerId !== null && (storedAnswerId !== answerId || usage === null)) {
    const nothing = { usage: noSpent, tools: [], counts: false }
    parts.push({ answerId: storedAnswerId, observationId, part: { observationId, at, bucket, ...nothing } })
  }
  return parts
}

/** Returns the parts of an answer after a change of one. */
export function withPart(parts: readonly AnswerPart[], { observationId, part }: PartChange): readonly AnswerPart[] {
  if (parts.length === 0) return part === null ? parts : [part]
  const others = parts.filter((one) => one.observationId !== observationId)
  return part === null ? others : [...others, part].sort(byTime)
}

const byTime = (a: AnswerPart, b: AnswerPart) =>
  a.at === b.at ? (a.observationId < b.observationId ? -1 : 1) : a.at < b.at ? -1 : 1

const countingOf = (parts: readonly AnswerPart[]) => parts.filter(({ counts }) => counts)

/** Returns the earliest part, where an answer counts; null where there is none. */
export function firstPart(parts: readonly AnswerPart[]): AnswerPart | null {
  return countingOf(parts).sort(byTime)[0] ?? null
}

/** Returns what an answer of these parts counts: the largest of each counter, where its earliest part stands. */
export function countOfAnswer(parts: readonly AnswerPart[]): AnswerCount | null {
  // Nearly every answer, and every append waits for it.
  if (parts.length === 1 && parts[0]?.counts === true) return parts[0]
  const sorted = countingOf(parts).sort(byTime)
  const [first] = sorted
  if (!first) return null
  const usage = sorted.reduce((most, part) => largestSpent(most, part.usage), noSpent)
  return { bucket: first.bucket, at: first.at, usage, tools: sorted.flatMap(({ tools }) => tools) }
}

/** Parts as they lie in a store: numbers in a fixed order, the last one whether a cost is stated; the last member only where a part does not count. */
type Packed = readonly [string, Instant, string, 0 | 1, string, string, readonly number[], readonly string[], 0?]

/** Returns parts as a text for a store. */
export function packParts(parts: readonly AnswerPart[]): string {
  return JSON.stringify(
    parts.map(({ observationId, at, bucket, usage, tools, counts }): Packed => {
      const { conversationId, experiment, role, model } = bucket
      const numbers = [...packCounters(usage), usage.stated ? 1 : 0]
      const packed = [observationId, at, conversationId, experiment ? 1 : 0, role, model, numbers, tools] as const
      return counts ? packed : [...packed, 0]
    }),
  )
}

/** Returns what `packParts` packed. */
export function unpackParts(text: string): AnswerPart[] {
  return (JSON.parse(text) as Packed[]).map(([observationId, at, conversationId, experiment, role, model, ...rest]) => {
    const [numbers, tools, counts] = rest
    const bucket = { conversationId, experiment: experiment === 1, day: at.slice(0, 10), role, model } as Bucket
    const usage = { ...unpackCounters(numbers), stated: numbers[counterNames.length] === 1 }
    return { observationId, at, bucket, usage, tools, counts: counts !== 0 }
  })
}
