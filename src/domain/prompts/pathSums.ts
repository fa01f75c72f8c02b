import { callIds } from '../messages/blocks.ts'
import type { Observation } from '../model.ts'
import { outcomeOf } from './outcome.ts'
import { userTurn } from './userTurn.ts'

/** What the prompts of a path come to, up to a node and itself included. */
export interface PromptSums {
  /** Turns of the user that begin a row: prompts, commands, what a compaction left. */
  readonly prompts: number
  /** Its number among those; null where it is none. */
  readonly prompt: number | null
  /** Nodes that are shown on request alone: notes, markers, joins, system turns, text of programs in user's turns. */
  readonly notes: number
  /** Results that say that their tool failed. */
  readonly failures: number
  /** Results that say that a person declined the call. */
  readonly declined: number
}

type Stored = Pick<Observation, 'kind' | 'role' | 'blocks' | 'fields'>

/** Returns the sums of a path with one more node at its end; null: of the empty path. */
export function sumsAfter(above: PromptSums | null | undefined, node: Stored): PromptSums {
  const turn = userTurn(node)
  const begins = turn !== null && turn.kind !== 'MACHINE'
  const prompts = (above?.prompts ?? 0) + (begins ? 1 : 0)
  let [failures, declined] = [above?.failures ?? 0, above?.declined ?? 0]
  for (const block of node.blocks) {
    if (block.type !== 'toolResult') continue
    const outcome = outcomeOf(block)
    if (outcome === 'FAILED') failures++
    else if (outcome === 'DECLINED') declined++
  }
  return {
    prompts,
    prompt: begins ? prompts : null,
    notes: (above?.notes ?? 0) + (isNote(node, begins) ? 1 : 0),
    failures,
    declined,
  }
}

/** A result that came as a turn of the user belongs to its call: it is no note. */
function isNote({ kind, role, blocks }: Stored, begins: boolean): boolean {
  if (kind !== 'TURN' || role === 'SYSTEM' || role === null) return true
  return role === 'USER' && !begins && !blocks.some(({ type }) => type === 'toolResult') && callIds(blocks).length === 0
}
