import type { Block, Marker, Span, TreeNode } from '../../domain/model.ts'
import { contentHash } from '../../domain/tree/pathHash.ts'
import type { RepairPlan } from '../integrity/repairPlan.ts'
import { asTreeNode } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { addCopy, type Changed } from '../write/draft/addCopy.ts'
import type { Draft } from '../write/draft/draft.ts'
import { addTurn } from '../write/draft/newTurn.ts'
import { saltOfChanged } from '../write/draft/additions.ts'

/** What was stored below the part of the path that stays. */
export interface StoredAgain {
  readonly head: TreeNode | null
  readonly copied: number
  /** Results that were made up. */
  readonly made: number
}

/** Copies by the ids of their originals, and the depths of those. */
type Copies = Map<string, { readonly from: number; readonly node: TreeNode }>

/** Adds the parts of a repair to a draft, each below the one before. */
export async function storeAgain(scope: Scope, draft: Draft, plan: RepairPlan): Promise<StoredAgain> {
  const { shared, parts, root } = plan
  // Below a root that has its parent now, depths are other ones than above it.
  const above: Copies = new Map()
  const own: Copies = new Map()
  const low = (shared?.place.depth ?? -1) + 1
  let [head, copied, made] = [shared, 0, 0]
  for (const part of parts) {
    if (part.kind === 'noResult') {
      head = await addTurn(scope, draft, head, {
        role: 'TOOL',
        blocks: [noResult(part.callId)],
        metadata: { synthetic: true },
      })
      made++
      continue
    }
    const { node, blocks } = part
    const isAbove = plan.above.has(node.id)
    const copies = isAbove ? above : own
    const marker = moved(node.marker, root && !isAbove ? 0 : low, copies)
    head = await addCopy(scope, draft, head, node, await changedOf(scope, draft, node, blocks, marker))
    copies.set(node.id, { from: node.place.depth, node: head })
    copied++
  }
  return { head, copied, made }
}

const noResult = (callId: string): Block => ({
  ...{ type: 'toolResult', callId },
  ...{ content: 'No result was stored.', isError: true },
})

async function changedOf(
  scope: Scope,
  { reads }: Draft,
  node: TreeNode,
  input: readonly Block[] | null,
  marker: Marker | null,
): Promise<Changed> {
  const blocks = input ?? node.blocks
  // The copy has the parent that its original lacked.
  const { danglingParent: _parent, parentElsewhere: _elsewhere, ...fields } = node.fields
  const others = await Promise.all(node.place.otherParents.map((id) => reads.observation(id)))
  const salt = input === null ? node.salt : saltOfChanged(scope, node)
  return {
    ...{ blocks, marker, fields, salt },
    contentHash: input === null ? node.contentHash : contentHash({ ...node, blocks, salt }),
    others: others.flatMap((one) => asTreeNode(one) ?? []),
  }
}

/** A marker names its span by depth, and depths differ where something was left out or put in. */
function moved(marker: Marker | null, low: number, copies: Copies): Marker | null {
  if (marker === null) return null
  const depths = [...copies.values()].map(({ from, node }) => ({ from, to: node.place.depth }))
  const first = (depth: number) => Math.min(...depths.flatMap((one) => (one.from >= depth ? [one.to] : [])), Infinity)
  const last = (depth: number) => Math.max(...depths.flatMap((one) => (one.from <= depth ? [one.to] : [])), -1)
  const place = ({ from, to }: Span): Span => {
    const begin = from < low ? from : first(from)
    return { from: Number.isFinite(begin) ? begin : from, to: to < low ? to : Math.max(last(to), low - 1) }
  }
  const cancels = marker.cancels === null ? null : (copies.get(marker.cancels)?.node.id ?? marker.cancels)
  return { ...marker, cancels, span: marker.span && place(marker.span), keep: marker.keep.map(place) }
}
