import { pieceList, shownUpTo, type PieceList } from '../../domain/context/contextView.ts'
import type { Conversation, TreeNode } from '../../domain/model.ts'
import type { Axis } from '../../storage/graphStore.ts'
import { lastNumber } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { contextEntries } from './contextEntries.ts'
import type { TranscriptOptions, TranscriptView } from './transcripts.ts'
import { hasCorrected, hasDeleted, hasErased, shownPieces } from './shownPieces.ts'

/** What the entries of a view are numbered by. */
export const axisOf = { RAW: 'depth', MESSAGES: 'turn', CONTEXT: 'entry' } as const satisfies Record<
  TranscriptView,
  Axis
>

/** A path as a view shows it: pieces of it, counted through from 1. */
export interface RenderedPath {
  readonly view: TranscriptView
  readonly axis: Axis
  readonly head: TreeNode
  readonly list: PieceList
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
  const last = lastNumber(axis, head.place) + offset(axis)
  const list = view === 'CONTEXT' ? await contextOf(scope, conversation, head, options) : everyNode
  return { view, axis, head, list, total: shownUpTo(list, last), options }
}

/** Every node that the axis numbers. */
const everyNode = pieceList([{ kind: 'nodes', from: 1, to: Infinity }])

async function contextOf(
  scope: Scope,
  conversation: Conversation,
  head: TreeNode,
  options: TranscriptOptions,
): Promise<PieceList> {
  const isOther =
    (!options.includeDeleted && (await hasDeleted(scope, conversation))) ||
    (await hasErased(scope, conversation)) ||
    (options.values === 'CURRENT' && (await hasCorrected(scope, conversation)))
  return isOther ? pieceList(await shownPieces(scope, head, options)) : contextEntries(scope.reads, head)
}

/** Numbers on the depth axis begin at 0, places in a view at 1. */
export function offset(axis: Axis): number {
  return axis === 'depth' ? 1 : 0
}
