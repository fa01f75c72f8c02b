import type { TreeNode } from '../../domain/model.ts'
import { callsLeftBy, noPairs, orphanResults } from '../../domain/context/toolPairs.ts'
import type { Warning } from '../write/warning.ts'

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
