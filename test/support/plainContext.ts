import { hiddenBeginning, missingResult, type ContextPiece } from '../../src/domain/context/contextView.ts'
import { leftByDeletions } from '../../src/domain/tree/deletedTurns.ts'
import { mended, shownTurn, type Item } from '../../src/domain/context/mending.ts'
import { currentBlocks } from '../../src/domain/messages/messageSnapshot.ts'
import type { Block, Role, TreeNode } from '../../src/domain/model.ts'
import { noPairs, pairsAfter, type PairState } from '../../src/domain/context/toolPairs.ts'
import { messageOf } from '../../src/app/transcripts/entries.ts'
import type { Scope } from '../../src/app/scope.ts'
import { nodesOf } from '../../src/app/read/paths.ts'

/** An entry of CONTEXT, as it is compared. */
export interface PlainEntry {
  readonly of: string
  readonly role: Role | null
  readonly text: string | null
  readonly blocks: readonly Block[]
  readonly synthetic: boolean
}

/** Returns what CONTEXT shows of the path to a node: the slow, plain answer, for which every node is read and looked at. */
export async function plainContext(scope: Scope, head: TreeNode | null): Promise<PlainEntry[]> {
  if (head === null) return []
  const stored = await nodesOf(scope.reads, head, 'depth', 0, head.place.depth)
  const messages = await Promise.all(stored.map((node) => messageOf(scope.reads, node)))
  let above: PairState = noPairs
  // What corrections made of each turn, and the calls that are open then.
  const path = stored.map((node, i) => {
    const blocks = currentBlocks(node, messages[i] ?? null)
    const side = { role: node.role, blocks, answerId: node.usage?.answerId ?? null }
    above = pairsAfter(above, side, node.place.depth)
    return { ...node, blocks, place: { ...node.place, ...above } }
  })
  const turns = path.flatMap((node, i) =>
    node.kind === 'TURN' ? [{ node, deleted: messages[i]?.deleted ?? false }] : [],
  )
  const left = leftByDeletions(turns.map(({ node, deleted }) => ({ id: node.id, blocks: node.blocks, deleted })))
  const cancelled = new Set(path.map(({ marker }) => marker?.cancels))
  const markers = path.filter(({ id, marker }) => marker?.span && !cancelled.has(id))
  const items = path.flatMap((node, i): Item[] => {
    const outer = markers
      .filter((one) => isAround(one, i))
      .sort((a, b) => width(b) - width(a) || depth(b) - depth(a))[0]
    const blocks = left.get(node.id)
    const hides = outer?.marker?.span?.from === i && outer.marker.summary !== null
    const summary: Item[] = outer && hides ? [{ kind: 'summary', id: outer.id }] : []
    if (outer || node.kind !== 'TURN' || blocks === null) return summary
    const present = blocks?.map((block) => node.blocks.indexOf(block))
    return [shownTurn(node, path[i - 1]?.place ?? noPairs, present)]
  })
  const nodes = new Map(path.map((node) => [node.id, node]))
  return mended(items).map((piece) => plainEntry(piece, nodes))
}

const depth = ({ place }: TreeNode) => place.depth
const width = ({ marker }: TreeNode) => (marker?.span ? marker.span.to - marker.span.from : 0)
const isAround = ({ marker }: TreeNode, at: number) =>
  marker?.span !== undefined && marker.span !== null && marker.span.from <= at && marker.span.to >= at

function plainEntry(piece: ContextPiece, nodes: ReadonlyMap<string, TreeNode>): PlainEntry {
  if (piece.kind === 'nodes') throw new Error('A plain model looks at each node.')
  const node = nodes.get(piece.id) as TreeNode
  const of = { of: node.id, text: null }
  if (piece.kind === 'summary')
    return { ...of, role: null, text: node.marker?.summary ?? null, blocks: [], synthetic: false }
  if (piece.kind === 'entry') {
    const blocks = piece.part === null ? node.blocks : piece.part.map((i) => node.blocks[i] as Block)
    return { ...of, role: piece.role, blocks, synthetic: false }
  }
  const { role, blocks } = piece.kind === 'noResult' ? missingResult(piece.callId) : hiddenBeginning
  return { ...of, role, blocks, synthetic: true }
}
