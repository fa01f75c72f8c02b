import type { Block, Conversation, Observation, TreeNode } from '../../../domain/model.ts'
import { isAwaiting } from '../../../domain/records/importedFields.ts'
import { contentHash } from '../../../domain/tree/pathHash.ts'
import type { PlannedNode } from '../../../formats/plan.ts'
import { forkPoint, isOnPath } from '../../read/paths.ts'
import type { Reads } from '../../read/reads.ts'
import { standingNode, type Lookups } from '../job/importReads.ts'
import type { NodesByEntry } from './nodesByEntry.ts'

/**
 * Returns the stored node that an entry is whose id alone does not tell. In its own conversation that is one that says
 * the same; in another one it is that only where the talk up to there is the same as well, as in a copy of a session.
 */
export function existingNode(
  node: PlannedNode,
  parent: TreeNode | null,
  ...among: readonly NodesByEntry[]
): TreeNode | null {
  const { conversationId, externalId } = node
  const isSaid = sayingSame(node)
  const own = among.flatMap((nodes) => nodes.ofConversation(externalId, conversationId)).filter(isSaid)
  if (own.length > 0) return own.sort((a, b) => rankOf(b, parent) - rankOf(a, parent))[0] ?? null
  const others = among.flatMap((nodes) => candidates(nodes, node, parent))
  return others.find((one) => continuesSame(node, one, parent) && isSaid(one)) ?? null
}

/** Nodes of other conversations that may be the entry, by where they stand and what they say. */
function candidates(nodes: NodesByEntry, node: PlannedNode, parent: TreeNode | null): readonly TreeNode[] {
  const { externalId, missingParent } = node
  if (parent !== null) return nodes.belowNode(externalId, parent.id)
  const hash = plainHash(node)
  return missingParent === null ? nodes.roots(externalId, hash) : nodes.thatSay(externalId, hash)
}

/**
 * Returns the node that stands for an id in a conversation: its own, else that of others if all of them say the same. Where
 * they do not, the id does not tell which one is meant.
 */
export function onlyNode(nodes: readonly TreeNode[], conversationId: string): TreeNode | null {
  const node = standingNode(nodes, conversationId)
  if (node === null || node.conversationId === conversationId) return node
  const others = nodes.filter(({ conversationId: of, copyOf }) => of !== node.conversationId && copyOf === null)
  return others.every((other) => sayingSame({ draft: node })(other)) ? node : null
}

/**
 * Returns the node of another conversation that an entry is a copy of whose id is of one entry wherever it stands: it says the same, and
 * goes on from the same.
 */
export async function copiedNode(
  reads: Reads,
  node: PlannedNode,
  parent: TreeNode | null,
  nodes: readonly TreeNode[],
): Promise<TreeNode | null> {
  const alike = nodes.filter(sayingSame(node))
  const areBelow = await Promise.all(alike.map((one) => isBelowAnother(reads, one, parent)))
  return standingNode(
    alike.filter((_, k) => areBelow[k] === false),
    node.conversationId,
  )
}

/** Says whether a node stands below another entry that only has the id of the one that the file has it below. */
async function isBelowAnother(reads: Reads, { place }: TreeNode, parent: TreeNode | null): Promise<boolean> {
  if (parent === null || place.parentId === null || place.parentId === parent.id) return false
  const above = await reads.observation(place.parentId)
  if (above === null || parent.externalId === null || above.externalId !== parent.externalId) return false
  return (above.copyOf ?? above.id) !== (parent.copyOf ?? parent.id)
}

/**
 * Returns the root of another conversation that an entry was when a conversation was forked at it or behind it: its parent was
 * missing then, and has come since into a third conversation, where neither goes on from it.
 */
export async function inheritedRoot(
  reads: Reads,
  lookups: Lookups,
  node: PlannedNode,
  parent: TreeNode,
  conversation: Conversation | null,
): Promise<TreeNode | null> {
  if (!node.exact || conversation === null || parent.conversationId === conversation.id) return null
  const isOfThird = (one: TreeNode) => ![conversation.id, parent.conversationId].includes(one.conversationId)
  const awaiting = lookups.externals.of(node.externalId).filter((one) => isAwaiting(one) && isOfThird(one))
  const roots = awaiting.filter(sayingSame(node))
  const point = roots.length === 0 ? null : await forkPoint({ reads, conversation })
  for (const one of roots) if (await isOnPath(reads, one, point)) return one
  return null
}

/** Prefers what stands below the entry's own parent, then copies, which stand where an import put them. */
function rankOf({ place, copyOf }: TreeNode, parent: TreeNode | null): number {
  return (place.parentId === (parent?.id ?? null) ? 2 : 0) + (copyOf === null ? 0 : 1)
}

/** Returns what tells whether a node says what an entry says; the entry is digested once for each salt. */
function sayingSame({
  draft,
}: {
  readonly draft: Pick<Observation, 'kind' | 'role' | 'blocks'>
}): (candidate: TreeNode) => boolean {
  const { kind, role, blocks } = draft
  const hashes = new Map<string, string>()
  const hashFor = ({ senderId, senderKind, salt }: TreeNode) => {
    const key = JSON.stringify([senderId, senderKind, salt])
    const hash = hashes.get(key) ?? contentHash({ kind, role, blocks, senderId, senderKind, marker: null, salt })
    hashes.set(key, hash)
    return hash
  }
  return (candidate) => {
    if (candidate.kind !== kind) return false
    // An entry that has the id of what was erased is not compared with it: nothing is left to compare.
    if (candidate.erased !== undefined) return true
    if (candidate.namesErased !== undefined) return saysRest(draft, candidate)
    // What a marker hides is part of its hash, and not of what its entry says.
    return kind === 'COMPACTION' || (isAlike(draft, candidate) && candidate.contentHash === hashFor(candidate))
  }
}

/** Says at once of most nodes that they say something else; what is remembered of a node has no content. */
function isAlike({ role, blocks }: Pick<Observation, 'role' | 'blocks'>, candidate: TreeNode): boolean {
  if (candidate.role !== role) return false
  if (candidate.blocks.length === 0) return true
  if (candidate.blocks.length !== blocks.length) return false
  return blocks.every((block, i) => {
    const other = candidate.blocks[i]
    return block.type !== 'text' || other?.type !== 'text' || block.text === other.text
  })
}

/** The hash of what an entry says, as that of a node without a salt. */
function plainHash({ draft: { kind, role, blocks } }: PlannedNode): string {
  return contentHash({ kind, role, blocks, senderId: null, senderKind: null, marker: null, salt: null })
}

/** Says whether an entry says what is left of a node that names of erased attachments were taken out of: it came without them. */
export function saysRest(
  { kind, role, blocks }: Pick<Observation, 'kind' | 'role' | 'blocks'>,
  candidate: TreeNode,
): boolean {
  const { senderId, senderKind } = candidate
  const hashOf = (all: readonly Block[]) =>
    contentHash({ kind, role, blocks: all, senderId, senderKind, marker: null, salt: null })
  return candidate.kind === kind && candidate.role === role && hashOf(blocks) === hashOf(candidate.blocks)
}

function continuesSame({ draft, missingParent }: PlannedNode, candidate: TreeNode, parent: TreeNode | null): boolean {
  if (draft.observedAt !== null && draft.observedAt !== candidate.observedAt) return false
  if (parent === null) return candidate.place.parentId === null || missingParent !== null
  return parent.conversationId === candidate.conversationId && candidate.place.parentId === parent.id
}
