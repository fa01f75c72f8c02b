import type { Conversation, ConversationId, TreeNode } from '../../domain/model.ts'
import { bendsOf } from '../read/bends.ts'
import { forkPoint, isOnPath, treeNode } from '../read/paths.ts'
import { unkept, walkList } from '../read/walkList.ts'
import type { Scope } from '../scope.ts'
import { addAll, type EraseSelection, type Selection } from './selection.ts'

/** Conversations that record something chosen, and all forks of them, by their ids. */
export type Surroundings = Map<ConversationId, Conversation>

const pageLength = 200

/** Returns the conversations of what is chosen, with all their forks. */
export async function aroundOf(scope: Scope, selection: Selection): Promise<Surroundings> {
  const around: Surroundings = new Map()
  const ids = new Set([...selection.chosen.values()].map(({ conversationId }) => conversationId))
  for (const id of [...ids, ...selection.conversationIds]) await addWithForks(scope, around, id)
  return around
}

/** Returns a conversation with its forks and the forks of those, by their ids. */
export async function withForks(scope: Scope, id: ConversationId): Promise<Surroundings> {
  const around: Surroundings = new Map()
  await addWithForks(scope, around, id)
  return around
}

async function addWithForks(scope: Scope, around: Surroundings, first: ConversationId): Promise<void> {
  const open = [first]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (around.has(id)) continue
    const conversation = await scope.reads.conversation(id)
    if (conversation === null) continue
    around.set(id, conversation)
    for await (const page of walkList(unkept(scope), 'everyFork', id, { limit: pageLength }))
      open.push(...page.map((fork) => fork.id))
  }
}

/** Takes in the summaries of compactions whose span holds something chosen, and what files say behind those. */
export async function addDerived(scope: Scope, selection: Selection): Promise<void> {
  const nodes = nodesOf(selection)
  for (const { id } of (await aroundOf(scope, selection)).values())
    for await (const tips of walkList(unkept(scope), 'tips', id, { limit: pageLength }))
      for (const tip of tips) await addSummariesAbove(scope, selection, tip as TreeNode, nodes)
}

async function addSummariesAbove(scope: Scope, selection: Selection, tip: TreeNode, nodes: readonly EraseSelection[]) {
  const { all } = await bendsOf(scope.reads, tip.place.bendId)
  for (const { id, hiding } of all) {
    if (hiding === null || selection.chosen.has(id)) continue
    const within = nodes.filter(({ depth }) => depth !== null && depth >= hiding.span.from && depth <= hiding.span.to)
    const marker = within.length === 0 ? null : treeNode(await scope.reads.observation(id))
    if (marker === null || marker.marker?.summary == null || !(await holdsOne(scope, marker, within))) continue
    await addAll(scope, selection, [marker, ...(await summariesBehind(scope, marker))], 'derived')
  }
}

/** What a program left in the place of a summary. */
async function summariesBehind(scope: Scope, { id }: TreeNode) {
  const children = await scope.reads.list({ list: 'children', owner: id, after: null, limit: pageLength })
  return children.filter(({ fields }) => fields['isCompactSummary'] === true)
}

async function holdsOne(scope: Scope, end: TreeNode | null, nodes: readonly EraseSelection[]): Promise<boolean> {
  for (const { id } of nodes) {
    const node = treeNode(await scope.reads.observation(id))
    if (node !== null && end !== null && (await isOnPath(scope.reads, node, end))) return true
  }
  return false
}

/** Returns how many forks have something chosen on the path up to their point. */
export async function forksHolding(scope: Scope, selection: Selection, around: Surroundings): Promise<number> {
  const nodes = nodesOf(selection).sort((a, b) => (a.depth ?? 0) - (b.depth ?? 0))
  let count = 0
  for (const conversation of around.values())
    if (conversation.forkedFrom !== null && (await holdsOne(scope, await forkPoint({ reads: scope.reads, conversation }), nodes))) count++ // prettier-ignore
  return count
}

const nodesOf = ({ chosen }: Selection): EraseSelection[] => [...chosen.values()].filter(({ depth }) => depth !== null)
