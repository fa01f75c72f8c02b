import type { Block, Place, UsageSums } from '../model.ts'
import { minus } from '../usage/counters.ts'
import { sumsAt } from '../usage/pathPricing.ts'

/** A turn of one side behind the common ancestor, as a diff sees it. */
export interface Sided {
  /** The observation that it is, or is a copy of in the end. */
  readonly original: string
  /** The message that it is a version of: of a fork's own message the inherited one that it replaced, and so on. */
  readonly turn: string
}

/** What two sides of a fork have apart, by their places in the lists given. */
export interface Parted {
  readonly baseOnly: readonly number[]
  readonly targetOnly: readonly number[]
  /** Turns that both have in different versions, in the order of the base. */
  readonly changed: readonly { readonly base: number; readonly target: number }[]
}

/**
 * Returns what two sides have apart. What both have, also as copies, is in neither; of a turn that both have in
 * different versions each version stands on its side, too. Swapping the sides swaps the answer.
 */
export function parted(base: readonly Sided[], target: readonly Sided[]): Parted {
  const [inBase, inTarget] = [originals(base), originals(target)]
  const baseOnly = places(base, (one) => !inTarget.has(one.original))
  const targetOnly = places(target, (one) => !inBase.has(one.original))
  const versions = new Map(targetOnly.map((place) => [(target[place] as Sided).turn, place]))
  const last = new Map(baseOnly.map((place) => [(base[place] as Sided).turn, place]))
  const changed = baseOnly.flatMap((place) => {
    const { turn } = base[place] as Sided
    const other = versions.get(turn)
    return other === undefined || last.get(turn) !== place ? [] : [{ base: place, target: other }]
  })
  return { baseOnly, targetOnly, changed }
}

const originals = (side: readonly Sided[]): Set<string> => new Set(side.map(({ original }) => original))

function places(side: readonly Sided[], isApart: (one: Sided) => boolean): number[] {
  return side.flatMap((one, place) => (isApart(one) ? [place] : []))
}

/** What a path holds, or a part of one. */
export interface PathStats<U extends UsageSums = UsageSums> {
  readonly turns: number
  readonly prompts: number
  readonly toolCalls: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly costUsd: number
  /** Results that say that their tool failed. */
  readonly failures: number
  readonly usage: U
}

/** Returns what the path to a place holds (null: the empty path), in O(1): sums are kept with each node. */
export function statsOf(place: Place | null): PathStats {
  const { turns = 0, calls: toolCalls = 0, prompts } = place ?? {}
  return ofUsage({ turns, toolCalls, prompts: prompts?.count ?? 0, failures: prompts?.failures ?? 0 }, sumsAt(place))
}

type Counted = Pick<PathStats, 'turns' | 'toolCalls' | 'prompts' | 'failures'>

/** Returns what a path holds where its usage is this. */
export function ofUsage<U extends UsageSums>({ turns, toolCalls, prompts, failures }: Counted, usage: U): PathStats<U> {
  const { inputTokens, outputTokens, costUsd } = usage
  return { turns, toolCalls, prompts, failures, inputTokens, outputTokens, costUsd, usage }
}

/** Returns what a path holds behind a part of it. */
export function behind(whole: PathStats, part: PathStats): PathStats {
  const difference = (name: keyof Counted) => whole[name] - part[name]
  const { costUsd, ...sums } = minus(whole.usage, part.usage)
  const answers = whole.usage.answers - part.usage.answers
  const pricedAnswers = whole.usage.pricedAnswers - part.usage.pricedAnswers
  // Costs are added up with small errors.
  const usage = { ...sums, costUsd: Number(costUsd.toPrecision(12)), answers, pricedAnswers }
  return ofUsage(
    {
      turns: difference('turns'),
      toolCalls: difference('toolCalls'),
      prompts: difference('prompts'),
      failures: difference('failures'),
    },
    usage,
  )
}

/** Returns the content of a turn as lines to compare: its text, then each other block by what it is. */
export function comparable(blocks: readonly Block[]): string {
  return blocks.map(linesOf).join('\n')
}

function linesOf(block: Block): string {
  if (block.type === 'text') return block.text
  if (block.type === 'thinking') return `[thinking]\n${block.thinking}`
  const { type, ...rest } = block
  return `[${type}]\n${JSON.stringify(rest, null, 2)}`
}
