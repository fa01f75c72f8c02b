import { answerKey, answerKeyOf, isCounted } from '../../../domain/usage/counted.ts'
import type { Conversation, Observation, TreeNode } from '../../../domain/model.ts'
import { usageOfParts, type AnswerUsage } from '../../../domain/usage/pathUsage.ts'
import { isOnPath, treeNode } from '../../read/paths.ts'
import type { Reads } from '../../read/reads.ts'
import type { Scope } from '../../scope.ts'

/** What a draft knows of the answers that its nodes are of. */
export interface AnswersDraft {
  /** Takes up a node that was placed. */
  add(node: TreeNode): void
  /** The draft's own nodes that are of an answer. */
  partsOf(key: string): readonly TreeNode[]
  /** Answers of which nothing is known but what the draft itself holds: the store refuses them where it knows better. */
  readonly taken: Set<string>
}

/** Returns what knows of no answer yet. */
export function createAnswers(): AnswersDraft {
  const parts = new Map<string, TreeNode[]>()
  return {
    taken: new Set(),
    partsOf: (key) => parts.get(key) ?? [],
    add(node) {
      const key = keyOf(node)
      const known = key === null ? undefined : parts.get(key)
      if (known) known.push(node)
      else if (key !== null) parts.set(key, [node])
    },
  }
}

function keyOf(node: Observation): string | null {
  return isCounted(node) ? answerKeyOf(node.usage) : null
}

/** Returns the answers that drafts take for new; undefined where there are none. */
export function newAnswersOf(drafts: readonly { readonly answers: AnswersDraft }[]): readonly string[] | undefined {
  const taken = new Set(drafts.flatMap(({ answers }) => [...answers.taken]))
  return taken.size === 0 ? undefined : [...taken]
}

/** What of a draft tells where parts of an answer may stand. */
interface Drafted {
  readonly answers: AnswersDraft
  readonly reads: Reads
  readonly conversation: Conversation
}

/**
 * Returns what the parts of an answer count that stand on the path to `parent`; null where none does. The store is asked
 * only where it is known to have parts: nearly every answer is new, and then the write itself says so.
 */
export async function earlierParts(
  scope: Scope,
  { answers, reads, conversation }: Drafted,
  parent: TreeNode,
  answerId: string,
): Promise<AnswerUsage | null> {
  const key = answerKey(answerId)
  const isKnown = scope.lanes.isAnswerKnown(scope.tenant, key)
  if (!isKnown) answers.taken.add(key)
  // The write of an earlier part of it may still be under way.
  if (isKnown) await scope.lanes.settled(scope.tenant, conversation.id)
  const stored = isKnown ? await storedParts(scope, reads, key) : []
  const parts = [...stored, ...answers.partsOf(key)]
  return parts.length === 0 ? null : usageOnPath(reads, parent, parts)
}

/** Returns the same as the store alone has it. */
export async function earlierStored(scope: Scope, parent: TreeNode, answerId: string): Promise<AnswerUsage | null> {
  return usageOnPath(scope.reads, parent, await storedParts(scope, scope.reads, answerKey(answerId)))
}

/** A store keeps an answer's parts as corrections have them; a path sums its nodes as they were stored. */
async function storedParts(scope: Scope, reads: Reads, key: string): Promise<TreeNode[]> {
  const [parts = []] = await scope.store.answers([key])
  const nodes = await Promise.all(parts.map(({ observationId }) => reads.observation(observationId)))
  return nodes.flatMap((node) => treeNode(node) ?? []).filter((node) => keyOf(node) === key)
}

async function usageOnPath(reads: Reads, parent: TreeNode, parts: readonly TreeNode[]): Promise<AnswerUsage | null> {
  const held = await Promise.all(parts.map((part) => isOnPath(reads, part, parent)))
  return usageOfParts(parts.filter((_, k) => held[k]))
}
