import { callsOf, signOf, type PathCall, type PathNode } from './calls.ts'
import { countsBetween, gapMs, noCounts, stripLength, toolsOf, type LoopCounts, type LoopSummary } from './loop.ts'

/** The row of what stands on a path before its first prompt. */
export const startId = 'start'

/** A prompt with all that stands behind it up to the next one, or what stands before the first. Rows tile their path. */
export interface PromptRow {
  /** Of its user's turn; `start` for what stands before the first. */
  readonly id: string
  /** 1-based among the rows that a user's turn begins; 0 for the start. */
  readonly number: number
  /** Depths of its first and last node. */
  readonly from: number
  readonly to: number
  readonly loop: LoopSummary
}

/** Returns the rows of a path, root first, in one pass over its nodes. */
export function rowsOf(nodes: readonly PathNode[], isRunning?: (callId: string) => boolean): PromptRow[] {
  const begins = nodes.flatMap((node, at) => (at === 0 || node.beginsRow ? [at] : []))
  const calls = groupedCalls(callsOf(nodes, isRunning), (call) => call.depth)
  let number = 0
  return begins.map((begin, i) => {
    const part = nodes.slice(begin, begins[i + 1])
    const [first, last] = [part[0], part.at(-1)] as [PathNode, PathNode]
    const own = part.flatMap(({ depth }) => calls.get(depth) ?? [])
    const loop = loopOf(part, nodes[begin - 1]?.upTo ?? null, own)
    const id = first.beginsRow ? first.id : startId
    return { id, number: first.beginsRow ? ++number : 0, from: first.depth, to: last.depth, loop }
  })
}

/** Returns what a stretch of a path came to, given what is counted before it and its calls with what came of them. */
export function loopOf(
  nodes: readonly PathNode[],
  before: LoopCounts | null,
  calls: readonly Pick<PathCall, 'name' | 'state'>[],
): LoopSummary {
  const last = nodes.at(-1)
  const models = nodes.flatMap(({ model }) => (model === null ? [] : [model]))
  return {
    ...countsBetween(before, last?.upTo ?? before ?? noCounts),
    tools: toolsOf(calls.map(({ name, state }) => ({ name, calls: 1, errors: state === 'FAILED' ? 1 : 0 }))),
    strip: calls
      .slice(0, stripLength)
      .map(({ state }) => signOf(state))
      .join(''),
    startedAt: nodes[0]?.observedAt ?? null,
    endedAt: last?.observedAt ?? null,
    activeMs: nodes.reduce((ms, { observedAt }, i) => ms + gapMs(nodes[i - 1]?.observedAt ?? null, observedAt), 0),
    models: [...new Set(models)],
  }
}

function groupedCalls(calls: readonly PathCall[], by: (call: PathCall) => number): Map<number, PathCall[]> {
  const groups = new Map<number, PathCall[]>()
  for (const call of calls) {
    const group = groups.get(by(call))
    if (group) group.push(call)
    else groups.set(by(call), [call])
  }
  return groups
}
