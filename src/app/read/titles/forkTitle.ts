import type { Conversation, TreeNode } from '../../../domain/model.ts'
import { forkNamed, untitled } from '../../../domain/prompts/title.ts'
import { isOfOthers, keepsText } from '../../../domain/tree/growth.ts'
import { commonNode, forkPoint, treeNode } from '../paths.ts'
import { pathTitle, titleFrom, type FoundTitle } from './pathTitle.ts'
import type { Reads } from '../reads.ts'

/** Forks of forks that are looked at for a title; above them the path itself tells. */
const mostForks = 16

/**
 * Returns what a fork is called whose head is at a node: by its own first prompt behind its point once there is one, else as the
 * fork of what its source is called; null where nothing is (decision 265).
 */
export async function forkTitle(reads: Reads, fork: Conversation, head: TreeNode | null): Promise<string | null> {
  const own = await ownTitle(reads, fork, head)
  if (own.isFinal) return own.title
  const source = await sourceTitle(reads, fork)
  return source === null || source === untitled ? own.title : forkNamed(source)
}

/** What a fork's own prompts on a path call it: those that it recorded itself, behind what the path shares with its source. */
async function ownTitle(reads: Reads, fork: Conversation, head: TreeNode | null): Promise<FoundTitle> {
  const point = await forkPoint({ reads, conversation: fork })
  if (head === null || head.id === point?.id) return { title: null, isFinal: false }
  const shared = point === null ? null : await commonNode(reads, point, head)
  const isOwn = (node: TreeNode) => node.conversationId === fork.id && !isOfOthers(node, fork.id)
  return titleFrom(reads, head, (shared?.place.turns ?? 0) + 1, isOwn)
}

/**
 * What the conversation is called that a fork came from, as lists show it. Of one that is deleted, and far up a long line of
 * forks, only what the fork still shares of it counts.
 */
async function sourceTitle(reads: Reads, fork: Conversation): Promise<string | null> {
  let below = fork
  for (let left = mostForks; left > 0; left--) {
    const source = await reads.conversation(below.forkedFrom?.conversationId ?? '')
    if (source === null || source.deletedAt !== null) break
    if (source.title !== null) return source.title
    if (keepsText(source)) return source.derivedTitle
    const head = source.headId === null ? null : treeNode(await reads.observation(source.headId))
    if (source.forkedFrom === null) return pathTitle(reads, head)
    const own = await ownTitle(reads, source, head)
    if (own.isFinal) return own.title
    below = source
  }
  return pathTitle(reads, await forkPoint({ reads, conversation: below }))
}
