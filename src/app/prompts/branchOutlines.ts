import type { Conversation, Segment, TreeNode } from '../../domain/model.ts'
import {
  branchOutlines,
  firstNode,
  partingKey,
  type BranchOutlines,
  type BranchSegment,
  type FirstNode,
} from '../../domain/prompts/branches.ts'
import { asTreeNode } from '../read/paths.ts'
import type { Reads } from '../read/reads.ts'
import { walkList } from '../read/walkList.ts'
import type { Scope } from '../scope.ts'

/** Outlines that are kept in the process between requests. */
const mostKept = 25_000
const pageLength = 500

const underWay = new WeakMap<Reads, Map<string, Promise<BranchOutlines>>>()

/** Returns the branches of a conversation by where they begin and end; those of one version are found once. */
export function branchesOfTree(scope: Scope, conversation: Conversation): Promise<BranchOutlines> {
  const key = `branches of ${conversation.id} at ${conversation.version}`
  const branchOutlines = scope.reads.cached.get(key) as BranchOutlines | undefined
  if (branchOutlines) return Promise.resolve(branchOutlines)
  const results = underWay.get(scope.reads) ?? new Map<string, Promise<BranchOutlines>>()
  underWay.set(scope.reads, results)
  const outlines = results.get(key) ?? findBranches(scope, conversation, key)
  results.set(key, outlines)
  return outlines
}

async function findBranches(scope: Scope, { id }: Conversation, key: string): Promise<BranchOutlines> {
  const { reads } = scope
  const segments: BranchSegment[] = []
  for await (const page of walkList(reads, 'segmentsOfConversation', id, { limit: pageLength })) {
    scope.signal?.throwIfAborted()
    const firsts = await Promise.all(page.map((segment) => nodeBelow(reads, segment.id, segment.exit?.depth ?? -1)))
    const parents = await Promise.all(firsts.map((first) => parentOfPart(reads, first)))
    page.forEach(({ id: segmentId, exit, tipId, tipDepth, tipAt }, i) => {
      const first = firstNode(firsts[i] as TreeNode, parents[i] ?? null)
      segments.push({ id: segmentId, exit, tipId, tipDepth, tipAt, first })
    })
  }
  const outlines = branchOutlines(segments, await goingOn(reads, segments))
  if (segments.length <= mostKept) reads.cached.set(key, outlines)
  return outlines
}

async function nodeBelow(reads: Reads, segmentId: string, depth: number): Promise<TreeNode> {
  const [node] = await reads.range({ segmentId, axis: 'depth', from: depth + 1, to: depth + 1 })
  if (!node) throw new Error(`The segment ${segmentId} has no node below depth ${depth}.`)
  return node as TreeNode
}

/** A parent is looked at where the node may be a further part of the parent's answer. */
async function parentOfPart(reads: Reads, { role, usage, place }: TreeNode): Promise<TreeNode | null> {
  const mayBePart = role === 'ASSISTANT' && usage?.answerId != null && place.parentId !== null
  return mayBePart ? asTreeNode(await reads.observation(place.parentId)) : null
}

/** Where several ways part from a node of this conversation: the child that goes on in the node's own segment. */
async function goingOn(reads: Reads, segments: readonly BranchSegment[]): Promise<Map<string, FirstNode>> {
  const own = new Map<string, Pick<Segment, 'id'>>(segments.map((segment) => [segment.id, segment]))
  const partings = new Map(segments.map((segment) => [partingKey(segment), segment.exit]))
  const results = await Promise.all(
    [...partings].map(async ([key, exit]) => {
      if (exit === null || !own.has(exit.segmentId)) return null
      const node = await nodeBelow(reads, exit.segmentId, exit.depth)
      return [key, firstNode(node, await parentOfPart(reads, node))] as const
    }),
  )
  return new Map(results.filter((one) => one !== null))
}
