import { callIds, resultIds } from '../messages/blocks.ts'
import type { Observation, ObservationId } from '../model.ts'

/** A group of tool calls whose results are not exactly what follows it. */
export interface BrokenCycle {
  /** The turn that the group begins with. */
  readonly observationId: ObservationId
  /** Calls without a result among what follows. */
  readonly unanswered: readonly string[]
  /** Results that stand in their place. */
  readonly unexpected: readonly string[]
}
type Turn = Pick<Observation, 'id' | 'role' | 'blocks' | 'usage'>

/**
 * Returns the first group of tool calls that breaks the tool-cycle rule, or null: the result blocks that follow K calls
 * are of exactly those calls. Several assistant turns of one API answer are one group, their results between them or
 * after (spec C-8, design §5).
 */
export function brokenCycle(turns: readonly Turn[]): BrokenCycle | null {
  for (let i = 0; i < turns.length;) {
    const group = groupFrom(turns, i)
    if (group.broken) return group.broken
    i = group.next
  }
  return null
}

function groupFrom(turns: readonly Turn[], from: number): { next: number; broken: BrokenCycle | null } {
  const first = turns[from] as Turn
  const calls = callsOf(first)
  const results: string[] = []
  let next = from + 1
  for (let turn = turns[next]; calls.length > 0 && turn; turn = turns[++next]) {
    if (isOfAnswer(turn, first)) calls.push(...callsOf(turn))
    else if (results.length < calls.length && isResult(turn)) results.push(...resultIds(turn.blocks))
    else break
  }
  const unanswered = missing(calls, results)
  const unexpected = missing(results, calls)
  const broken = unanswered.length + unexpected.length > 0
  return { next, broken: broken ? { observationId: first.id, unanswered, unexpected } : null }
}

function callsOf(turn: Turn): string[] {
  return turn.role === 'ASSISTANT' ? callIds(turn.blocks) : []
}

function isOfAnswer(turn: Turn, first: Turn): boolean {
  const answer = first.usage?.answerId ?? null
  return turn.role === 'ASSISTANT' && answer !== null && turn.usage?.answerId === answer
}

function isResult(turn: Turn): boolean {
  return turn.role !== 'ASSISTANT' && resultIds(turn.blocks).length > 0
}

/** What of `wanted` is not in `present`, each as often as it is wanted too much. */
function missing(wanted: readonly string[], present: readonly string[]): string[] {
  const remaining = [...present]
  return wanted.filter((id) => {
    const at = remaining.indexOf(id)
    if (at >= 0) remaining.splice(at, 1)
    return at < 0
  })
}
