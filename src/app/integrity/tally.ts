import type { Conversation, TreeNode, TreeShape } from '../../domain/model.ts'
import type { Arrived } from './arrivals.ts'
import type { Find } from './finding.ts'

/** What the recorded nodes and messages of a conversation count up to. */
export interface Tally {
  nodes: number
  roots: number
  toolCalls: number
  branchPoints: number
  versionPoints: number
  /** Whether something was recorded below the point of the fork. */
  pointUsed: boolean
  /** The newest time of a turn; empty where there is none. */
  activityAt: string
  deleted: number
  /** Whether the content of a message was corrected. */
  hasCorrections: boolean
  /** Whether a node is a copy of another conversation's turn. */
  showsOthers: boolean
}

export const nothingCounted: Readonly<Tally> = {
  nodes: 0,
  roots: 0,
  toolCalls: 0,
  branchPoints: 0,
  versionPoints: 0,
  pointUsed: false,
  activityAt: '',
  deleted: 0,
  hasCorrections: false,
  showsOthers: false,
}

/** Returns the shape that was counted, on what stands above. */
export function shapeOf(tally: Tally, above: Pick<TreeShape, 'nodes' | 'roots' | 'toolCalls'>) {
  const { branchPoints, versionPoints } = tally
  return {
    nodes: above.nodes + tally.nodes,
    roots: above.roots + tally.roots,
    toolCalls: above.toolCalls + tally.toolCalls,
    branchPoints,
    versionPoints,
  }
}

/** What the nodes of a conversation are checked against. */
export interface Nodes {
  readonly conversation: Conversation
  /** Where it was forked; null where it was not. */
  readonly point: TreeNode | null
  readonly tally: Tally
  readonly find: Find
  /** Findings that were stored as warnings, to be reported unless a repair replaced the observation. */
  readonly arrived: Arrived[]
  /** Turns that have the role of the one before; null where nobody asks. */
  readonly repeated: string[] | null
}
