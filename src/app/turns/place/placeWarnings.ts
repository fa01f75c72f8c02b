import type { Warning } from '../../write/warning.ts'
import type { StoreTurn } from '../turnInput.ts'
import type { TurnTarget } from './target.ts'

/** Returns what is to be said of the place that a turn took: what left with the turn it replaced, what it did not replace. */
export function placeWarnings(turn: StoreTurn, target: TurnTarget, left: number): Warning[] {
  const replaces = target.current ?? target.superseded
  const isBeside = turn.supersedes != null && turn.parent === undefined && target.superseded === null && !target.current
  return [...(replaces && left > 1 ? [leftWarning(left)] : []), ...(isBeside ? [besideWarning(turn.supersedes)] : [])]
}

function leftWarning(left: number): Warning {
  return {
    code: 'TURNS_LEFT_TRANSCRIPT',
    message: `The turn replaced an earlier one, and ${left} entries left the transcript. They remain in the tree as a branch.`,
    details: { leftTranscript: left },
  }
}

function besideWarning(supersedes: string): Warning {
  return {
    code: 'NOT_IN_ITS_PLACE',
    message: `"${supersedes}" is not on the path, or of another role: the turn continues the head, and names what it supersedes.`,
    details: { supersedes },
  }
}
