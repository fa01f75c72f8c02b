import { missingResult, hiddenBeginning, type Piece } from '../../src/domain/contextView.ts'
import { leftByDeletions } from '../../src/domain/deletedTurns.ts'
import { mended, shownTurn } from '../../src/domain/mending.ts'
import type { Block, Role, TreeNode } from '../../src/domain/model.ts'
import { noPairs } from '../../src/domain/toolPairs.ts'
import { messageOf } from '../../src/app/transcripts/entries.ts'
import type { Scope } from '../../src/app/scope.ts'
import { nodesOf } from '../../src/app/read/paths.ts'

/** An entry of CONTEXT, as it is compared. */
export interface PlainEntry {
  readonly of: string
  readonly role: Role | null
  readonly blocks: readonly Block[]
  readonly synthetic: boolean
}

/** Returns what CONTEXT shows of the path to a node: the slow, plain answer, for which every turn is read and looked at. */
export async function plainContext(scope: Scope, head: TreeNode | null): Promise<PlainEntry[]> {
  if (head === null) return []
  const path = await nodesOf(scope.reads, head, 'depth', 0, head.place.depth)
  const messages = await Promise.all(path.map((node) => messageOf(scope.reads, node)))
  const turns = path.flatMap((node, i) =>
    node.kind === 'TURN'
      ? [{ node, deleted: messages[i]?.deleted ?? false, above: path[i - 1]?.place ?? noPairs }]
      : [],
  )
  const left = leftByDeletions(turns.map(({ node, deleted }) => ({ id: node.id, blocks: node.blocks, deleted })))
  const items = turns.flatMap(({ node, above }) => {
    const blocks = left.get(node.id)
    if (blocks === null) return []
    const present = blocks?.map((block) => node.blocks.indexOf(block))
    return [shownTurn(node, above, present)]
  })
  const nodes = new Map(path.map((node) => [node.id, node]))
  return mended(items).map((piece) => plainEntry(piece, nodes))
}

function plainEntry(piece: Piece, nodes: ReadonlyMap<string, TreeNode>): PlainEntry {
  if (piece.kind === 'nodes' || piece.kind === 'summary') throw new Error(`A plain model has no ${piece.kind}.`)
  const node = nodes.get(piece.id) as TreeNode
  if (piece.kind === 'entry') {
    const blocks = piece.part === null ? node.blocks : piece.part.map((i) => node.blocks[i] as Block)
    return { of: node.id, role: piece.role, blocks, synthetic: false }
  }
  const { role, blocks } = piece.kind === 'noResult' ? missingResult(piece.callId) : hiddenBeginning
  return { of: node.id, role, blocks, synthetic: true }
}
