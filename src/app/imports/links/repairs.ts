import { danglingRoots, importStates } from '../../../domain/records/importMarks.ts'
import { danglingParent, isFlagged } from '../../../domain/records/importedFields.ts'
import type { TreeNode } from '../../../domain/model.ts'
import { isOnPath, asTreeNode } from '../../read/paths.ts'
import type { Scope } from '../../scope.ts'
import { afterOf, changesOf, createDraft, moveHead, type Draft } from '../../write/draft/draft.ts'
import { newEvent } from '../../write/draft/additions.ts'
import { externalsOf } from '../nodes/externals.ts'
import { entryKey } from '../nodes/placedEntries.ts'
import { standingNode } from '../job/importReads.ts'
import { addCopy } from '../../write/draft/addCopy.ts'
import type { LateParent, ImportJob } from '../job/importJob.ts'
import { commitSettled } from '../../write/lanes/commit.ts'
import { unkept, walkList } from '../../read/walkList.ts'

const copiesPerWrite = 300
const childrenPerPage = 200

/** A node below a flagged root, and the copy of its parent. */
interface Pending {
  readonly original: string
  readonly parent: string
}

/**
 * Stores again, below the parents that this import brought, what earlier imports had to keep as roots. The flagged
 * roots stay, and those that are above their parents remain what they are. What the file itself held of them was put
 * right on the way.
 */
export async function repairRoots(scope: Scope, run: ImportJob): Promise<void> {
  for (const lateParent of run.lateParents) {
    const parent = await parentOf(scope, run, lateParent)
    if (parent) await repair(scope, run, lateParent, parent)
  }
}

/** The one of that id in the conversation itself: another conversation of the file may have one, too. */
async function parentOf(scope: Scope, run: ImportJob, lateParent: LateParent): Promise<TreeNode | null> {
  const { conversationId, parent: externalId } = lateParent
  const known = run.placedByEntry.get(entryKey({ conversationId, externalId }))?.node ?? null
  const isOwn = (node: TreeNode | null) => node?.conversationId === lateParent.conversationId
  if (isOwn(known)) return known
  const stored = standingNode(await nodesOf(scope, lateParent.parent), lateParent.conversationId)
  return isOwn(stored) ? stored : null
}

async function nodesOf(scope: Scope, externalId: string): Promise<TreeNode[]> {
  const [observations] = await externalsOf(scope, [externalId])
  return (observations ?? []).flatMap((one) => asTreeNode(one) ?? [])
}

async function repair(scope: Scope, run: ImportJob, late: LateParent, parent: TreeNode): Promise<void> {
  const { conversationId, root, parent: name } = late
  let pending: Pending[] = [{ original: root, parent: parent.id }]
  let isFirst = true
  while (pending.length > 0) {
    const part = pending.slice(0, copiesPerWrite)
    const rest = pending.slice(copiesPerWrite)
    const { result } = await commitSettled(scope, [conversationId], async ([laneState]) => {
      const frontier = laneState?.frontier
      if (!frontier) return { changes: null, after: new Map(), result: [] }
      const draft = createDraft(scope, frontier, frontier.conversation, asTreeNode(frontier.head))
      const next = await copyAll(scope, run, draft, part, late.exact)
      const isLast = rest.length + next.length === 0
      if (draft.changes.observations.size === 0 && !isLast) return { changes: null, after: new Map(), result: next }
      return { ...(await planOf(scope, run, draft, name, isFirst, isLast)), result: next }
    })
    run.onAdvance()
    isFirst = false
    pending = [...rest, ...result]
  }
}

async function planOf(scope: Scope, run: ImportJob, draft: Draft, name: string, isFirst: boolean, isLast: boolean) {
  const { id } = draft.conversation
  const marks = isLast ? [danglingRoots.mark([], name)] : []
  const [left] = await scope.store.importMarks([importStates.nameOf(id)])
  const was = importStates.read(left)
  const from = draft.before?.conversation.headId ?? null
  const { headId, shape } = draft.conversation
  const ours =
    was && was.head === from ? [importStates.mark({ ...was, head: headId, nodes: shape.nodes, source: null }, id)] : []
  const details = { fileName: run.fileName, parent: name, copied: draft.changes.observations.size, isFirst }
  draft.events.push(newEvent(scope, 'REPAIR', id, { details, head: from === headId ? null : { from, to: headId } }))
  return { changes: { ...changesOf([draft]), importMarks: [...marks, ...ours] }, after: afterOf([draft]) }
}

/** Copies each node that has no copy yet below its parent's; answers their children. */
async function copyAll(
  scope: Scope,
  run: ImportJob,
  draft: Draft,
  pending: readonly Pending[],
  exact: boolean,
): Promise<Pending[]> {
  const next: Pending[] = []
  for (const { original, parent: parentId } of pending) {
    const node = asTreeNode(await draft.reads.observation(original))
    const parent = asTreeNode(await draft.reads.observation(parentId))
    if (!node || !parent || (await isItsOwnAncestor(scope, run, draft, node, parent))) continue
    const copy =
      (await copyAlready(scope, node)) ??
      (await addCopy(scope, draft, exact ? parent : await endOf(draft, parent, node), node))
    if (draft.head?.id === node.id) await moveHead(draft, copy)
    for await (const child of childrenOf(scope, node)) next.push({ original: child.id, parent: copy.id })
  }
  return next
}

/** Files may name each other's nodes as parents in a circle: below itself nothing is stored again. */
async function isItsOwnAncestor(
  scope: Scope,
  run: ImportJob,
  draft: Draft,
  node: TreeNode,
  parent: TreeNode,
): Promise<boolean> {
  const id = node.externalId
  if (id === null || danglingParent(node) === null) return false
  for (const one of await nodesOf(scope, id))
    if (await isOnPath(draft.reads, one, parent)) {
      run.findings.once(null, 'PARENT_CYCLE', `The entry ${id} is its own ancestor; it is stored as a root.`)
      return true
    }
  return false
}

/** A flagged root goes behind the notes and results that follow its parent; what is below it stands as it stood. */
async function endOf(draft: Draft, parent: TreeNode, node: TreeNode): Promise<TreeNode> {
  if (!isFlagged(node)) return parent
  const segment = await draft.reads.segmentNow(parent.place.segmentId)
  const after = await draft.reads.range({
    segmentId: segment.id,
    axis: 'depth',
    from: parent.place.depth + 1,
    to: parent.place.depth + 50,
  })
  let end = parent
  for (const observation of after) {
    if (observation.kind !== 'NOTE' && observation.role !== 'TOOL') break
    end = observation as TreeNode
  }
  return end
}

async function copyAlready(scope: Scope, node: TreeNode): Promise<TreeNode | null> {
  if (node.externalId === null) return null
  return (
    (await nodesOf(scope, node.externalId)).find(
      ({ copyOf: of, conversationId }) => of === node.id && conversationId === node.conversationId,
    ) ?? null
  )
}

async function* childrenOf(scope: Scope, node: TreeNode): AsyncGenerator<TreeNode> {
  for await (const page of walkList(unkept(scope), 'children', node.id, { limit: childrenPerPage }))
    for (const child of page) if (child.conversationId === node.conversationId) yield child as TreeNode
}
