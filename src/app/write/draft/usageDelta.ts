import {
  type CallNames,
  changesCounts,
  countedOf,
  failedCalls,
  answerKey,
  answerKeyOf,
  isCounted,
} from '../../../domain/usage/counted.ts'
import type { Counting } from '../../../domain/changes.ts'
import type { Conversation, Message, Observation, TreeNode } from '../../../domain/model.ts'
import { answeredCalls } from '../../../domain/context/toolPairs.ts'
import { resultIds } from '../../../domain/messages/blocks.ts'
import type { Reads } from '../../read/reads.ts'
import { nodeAt, asTreeNode, isOnPath } from '../../read/paths.ts'
import { usageOfParts, type AnswerUsage } from '../../../domain/usage/pathUsage.ts'
import type { Scope } from '../../scope.ts'

/** Returns the tools behind the failures that a turn reports: the names in the calls of its path. */
export async function namesOfFailures(
  reads: Reads,
  parent: TreeNode | null,
  { blocks }: Pick<Observation, 'blocks'>,
): Promise<CallNames> {
  const failed = new Set(failedCalls(blocks))
  if (failed.size === 0 || parent === null) return new Map()
  const calls = answeredCalls(parent.place, blocks)
  const names = new Map<string, string>()
  for (const [k, callId] of resultIds(blocks).entries()) {
    const call = calls[k]
    if (!call || !failed.has(callId)) continue
    // A parent at hand may be without its content.
    const { depth } = call
    const caller =
      depth === parent.place.depth ? await reads.observation(parent.id) : await nodeAt(reads, parent, 'depth', depth)
    const result = caller?.blocks.find((block) => block.type === 'toolCall' && block.callId === callId)
    if (result?.type === 'toolCall') names.set(callId, result.name)
  }
  return names
}

/** What of a draft takes up what counts otherwise. */
interface Recounted {
  readonly conversation: Conversation
  readonly changes: { readonly recounts: Counting['recounts'][number][] }
}

/** Notes that a correction makes the newest turn of a message count otherwise. */
export async function recountCorrected(
  reads: Reads,
  { conversation, changes }: Recounted,
  before: Message,
  after: Message,
): Promise<void> {
  if (!changesCounts(after)) return
  const latest = await reads.observation(before.latestId)
  if (latest === null) return
  const names = await namesAround(reads, latest)
  changes.recounts.push({
    before: countedOf(latest, conversation, before, names),
    after: countedOf(latest, conversation, after, names),
  })
}

/** Notes that corrections of a message hold for the turn that was just stored, and no more for the newest before it. */
export async function recountStored(
  reads: Reads,
  { conversation, changes }: Recounted,
  before: Message,
  after: Message,
  stored: Observation,
): Promise<void> {
  if (!changesCounts(after) || before.latestId === after.latestId) return
  const latest = await reads.observation(before.latestId)
  for (const [one, [from, to]] of [
    [latest, [before, null]],
    [stored, [null, after]],
  ] as const) {
    if (one === null) continue
    const names = await namesAround(reads, one)
    changes.recounts.push({
      before: countedOf(one, conversation, from, names),
      after: countedOf(one, conversation, to, names),
    })
  }
}

async function namesAround(reads: Reads, observation: Observation): Promise<CallNames> {
  const parentId = observation.place?.parentId ?? null
  return parentId === null
    ? new Map()
    : namesOfFailures(reads, asTreeNode(await reads.observation(parentId)), observation)
}

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

/** The members of a draft that say where parts of an answer may be. */
interface Drafted {
  readonly changes: { readonly answers: AnswersDraft }
  readonly reads: Reads
  readonly conversation: Conversation
}

/**
 * Returns what the parts of an answer count that stand on the path to `parent`; null where none does. The store is asked
 * only where it is known to have parts: nearly every answer is new, and then the write itself says so.
 */
export async function earlierParts(
  scope: Scope,
  { changes: { answers }, reads, conversation }: Drafted,
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
  return nodes.flatMap((node) => asTreeNode(node) ?? []).filter((node) => keyOf(node) === key)
}

async function usageOnPath(reads: Reads, parent: TreeNode, parts: readonly TreeNode[]): Promise<AnswerUsage | null> {
  const held = await Promise.all(parts.map((part) => isOnPath(reads, part, parent)))
  return usageOfParts(parts.filter((_, k) => held[k]))
}
