import { sizeOf, type Piece } from '../../domain/contextView.ts'
import type { Conversation, TreeNode } from '../../domain/model.ts'
import type { Axis } from '../../storage/graphStore.ts'
import { lastNumber } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { contextPieces } from './contextPieces.ts'
import type { TranscriptOptions, TranscriptView } from './transcripts.ts'
import { hasDeleted, piecesWithoutDeleted } from './withoutDeleted.ts'

const axisOf = { RAW: 'depth', MESSAGES: 'turn', CONTEXT: 'entry' } as const satisfies Record<TranscriptView, Axis>

/** A path as a view shows it: pieces of it, counted through from 1. */
export interface RenderedPath {
  readonly view: TranscriptView
  readonly axis: Axis
  readonly head: TreeNode
  readonly pieces: readonly Piece[]
  /** The place at which each piece begins. */
  readonly begins: readonly number[]
  readonly total: number
  readonly options: TranscriptOptions
}

/** Returns the path to a node as a view shows it. */
export async function renderPath(
  scope: Scope,
  conversation: Conversation,
  head: TreeNode,
  view: TranscriptView,
  options: TranscriptOptions,
): Promise<RenderedPath> {
  const axis = axisOf[view]
  const pieces = view === 'CONTEXT' ? await contextOf(scope, conversation, head, options) : wholePath(axis, head)
  const begins: number[] = []
  let total = 0
  for (const piece of pieces) {
    begins.push(total + 1)
    total += sizeOf(piece)
  }
  return { view, axis, head, pieces, begins, total, options }
}

function wholePath(axis: Axis, head: TreeNode): Piece[] {
  const last = lastNumber(axis, head.place) + offset(axis)
  return last === 0 ? [] : [{ kind: 'nodes', from: 1, to: last }]
}

async function contextOf(
  scope: Scope,
  conversation: Conversation,
  head: TreeNode,
  { includeDeleted }: TranscriptOptions,
): Promise<Piece[]> {
  const isCut = !includeDeleted && (await hasDeleted(scope, conversation))
  return isCut ? piecesWithoutDeleted(scope, head) : contextPieces(scope.reads, head)
}

/** Numbers on the depth axis begin at 0, places in a view at 1. */
export function offset(axis: Axis): number {
  return axis === 'depth' ? 1 : 0
}
