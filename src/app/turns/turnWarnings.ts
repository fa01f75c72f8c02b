import type { TreeNode } from '../../domain/model.ts'
import { callsLeftBy, noPairs, orphanResults } from '../../domain/context/toolPairs.ts'
import type { Warning } from '../write/warning.ts'
import type { StoreTurn } from './turnInput.ts'
import type { TurnTarget } from './place/target.ts'

/** Returns what is to be said of a turn that was stored below `parent`: of results without a call, of calls that it leaves. */
export function toolPairWarnings(parent: TreeNode | null, turn: TreeNode): Warning[] {
  const before = parent?.place ?? noPairs
  const side = { role: turn.role, blocks: turn.blocks, answerId: turn.usage?.answerId ?? null }
  return [
    ...orphanResults(before, turn.blocks).map(orphanNotice),
    ...callsLeftBy(before, side, turn.place).map(({ callId }) => openNotice(callId)),
  ]
}

function orphanNotice(callId: string): Warning {
  return {
    code: 'TOOL_RESULT_WITHOUT_CALL',
    message: `No open tool call on the path has the id "${callId}".`,
    details: { callId },
  }
}

function openNotice(callId: string): Warning {
  return {
    code: 'OPEN_TOOL_CALL',
    message: `The tool call "${callId}" is left without a result; until one comes, a context says that none was stored.`,
    details: { callId },
  }
}

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
