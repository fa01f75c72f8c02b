import type { UsageSums } from '../model.ts'
import { noCounters } from '../usage/counters.ts'

/** What a node, or many, add to what is counted along a path. */
export interface LoopCounts {
  readonly turns: number
  readonly calls: number
  readonly failures: number
  readonly declined: number
  readonly notes: number
  readonly usage: UsageSums
}

/** A tool with how often it was called and failed. */
export interface ToolCalls {
  readonly name: string
  readonly calls: number
  readonly errors: number
}

/** What a stretch of a path came to, such as all that a prompt set off. */
export interface LoopSummary extends LoopCounts {
  /** Most calls first, ties by name. */
  readonly tools: readonly ToolCalls[]
  /** A sign a call, at most `stripLength`. */
  readonly strip: string
  /** Times of its first and last node; null: it has none. */
  readonly startedAt: string | null
  readonly endedAt: string | null
  /** From node to node, of each gap at most five minutes. */
  readonly activeMs: number
  /** In the order in which they first answered. */
  readonly models: readonly string[]
}

export const stripLength = 200
/** A longer gap is a pause. */
export const longestGapMs = 5 * 60_000

export const noCounts: LoopCounts = {
  turns: 0,
  calls: 0,
  failures: 0,
  declined: 0,
  notes: 0,
  usage: { ...noCounters, answers: 0, pricedAnswers: 0 },
}

/** What nothing comes to. */
export const noLoop: LoopSummary = {
  ...noCounts,
  tools: [],
  strip: '',
  startedAt: null,
  endedAt: null,
  activeMs: 0,
  models: [],
}

/** Returns what two stretches that follow each other come to: folds of folds are folds. */
export function sum(a: LoopSummary, b: LoopSummary): LoopSummary {
  if (a.startedAt === null) return b
  if (b.startedAt === null) return a
  return {
    ...countsOfBoth(a, b, 1),
    tools: toolsOf([...a.tools, ...b.tools]),
    strip: (a.strip + b.strip).slice(0, stripLength),
    startedAt: a.startedAt,
    endedAt: b.endedAt,
    activeMs: a.activeMs + gapMs(a.endedAt, b.startedAt) + b.activeMs,
    models: [...new Set([...a.models, ...b.models])],
  }
}

/** Returns what is counted at the end of a stretch beyond what was counted before it. */
export function countsBetween(before: LoopCounts | null, end: LoopCounts): LoopCounts {
  return countsOfBoth(end, before ?? noCounts, -1)
}

function countsOfBoth(a: LoopCounts, b: LoopCounts, sign: 1 | -1): LoopCounts {
  return {
    turns: a.turns + sign * b.turns,
    calls: a.calls + sign * b.calls,
    failures: a.failures + sign * b.failures,
    declined: a.declined + sign * b.declined,
    notes: a.notes + sign * b.notes,
    usage: {
      inputTokens: a.usage.inputTokens + sign * b.usage.inputTokens,
      outputTokens: a.usage.outputTokens + sign * b.usage.outputTokens,
      cacheReadTokens: a.usage.cacheReadTokens + sign * b.usage.cacheReadTokens,
      cacheWriteTokens: a.usage.cacheWriteTokens + sign * b.usage.cacheWriteTokens,
      costUsd: costOf(a.usage.costUsd, sign, b.usage.costUsd),
      answers: a.usage.answers + sign * b.usage.answers,
      pricedAnswers: a.usage.pricedAnswers + sign * b.usage.pricedAnswers,
    },
  }
}

/** Differences of sums of fractions show digits that nobody named. */
function costOf(a: number, sign: number, b: number): number {
  return Math.round((a + sign * b) * 1e9) / 1e9
}

/** Returns tools that may be named several times once each, most calls first. */
export function toolsOf(all: readonly ToolCalls[]): ToolCalls[] {
  const tools = new Map<string, ToolCalls>()
  for (const { name, calls, errors } of all) {
    const known = tools.get(name)
    tools.set(name, { name, calls: calls + (known?.calls ?? 0), errors: errors + (known?.errors ?? 0) })
  }
  return [...tools.values()].sort((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1))
}

/** Returns how long passed between two nodes, a pause aside; 0 where the second came first. */
export function gapMs(from: string | null, to: string | null): number {
  if (from === null || to === null) return 0
  return Math.min(longestGapMs, Math.max(0, Date.parse(to) - Date.parse(from)))
}
