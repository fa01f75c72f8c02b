import type { Conversation, TreeNode } from '../../domain/model.ts'
import type { OrderedPrompt } from '../../domain/prompts/treeOrder.ts'
import { startId } from '../../domain/prompts/rows.ts'
import { headOf, isOnPath, asTreeNode } from '../read/paths.ts'
import { belongsHere, type PointRef } from '../read/view.ts'
import type { Scope } from '../scope.ts'
import { shownPath } from '../transcripts/asOf.ts'
import { branchAt } from './branches.ts'
import { rowNumbers, rowsBetween, type ListedPrompt, type PromptPath } from './rows.ts'
import { promptNumber } from './placeCounts.ts'

/** Finds the path that a prompt of a tree is shown on; each path is made once. */
type PathTo = (node: TreeNode) => Promise<PromptPath>

/** Returns the rows of prompts of a tree, in their order: each on the path to the head, else to the end of its branch. */
export async function rowsIn(
  scope: Scope,
  conversation: Conversation,
  prompts: readonly OrderedPrompt[],
): Promise<ListedPrompt[]> {
  const nodes = await Promise.all(
    prompts.map(async ({ line, depth }) => {
      const [node] = await scope.reads.range({ segmentId: line, axis: 'depth', from: depth, to: depth })
      if (!node) throw new Error(`A tree has no node at depth ${depth} of ${line}.`)
      return node as TreeNode
    }),
  )
  const pathTo = await pathsOf(scope, conversation)
  const paths = await Promise.all(nodes.map(pathTo))
  const numbers = nodes.map((node) => promptNumber(node) ?? 0)
  const rows = new Map<string, ListedPrompt>()
  const ofPath = new Map(paths.map((path) => [path, [] as number[]]))
  paths.forEach((path, i) => ofPath.get(path)?.push(numbers[i] ?? 0))
  await Promise.all(
    [...ofPath].map(async ([path, ofIt]) => {
      const rowsOfPath = await runsOf(path, ofIt)
      for (const row of rowsOfPath) if (!rows.has(row.id)) rows.set(row.id, row)
    }),
  )
  return nodes.flatMap(({ id }) => rows.get(id) ?? [])
}

/** Rows that follow each other are read at once. */
async function runsOf(path: PromptPath, numbers: readonly number[]): Promise<ListedPrompt[]> {
  const known = await rowNumbers(path)
  const runs: [number, number][] = []
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && number <= last[1] + 1) last[1] = number
    else runs.push([number, number])
  }
  const results = await Promise.all(runs.map(([low, high]) => rowsBetween(path, known, low, high)))
  return results.flat()
}

async function pathsOf(scope: Scope, conversation: Conversation): Promise<PathTo> {
  const head = await headOf(scope, conversation)
  const paths = new Map<string, PromptPath>()
  const pathAt = (owner: Conversation, end: TreeNode): PromptPath => {
    const key = `${end.id} ${owner.id}`
    const path = paths.get(key) ?? { scope, conversation: owner, end, values: 'CURRENT' }
    paths.set(key, path)
    return path
  }
  return async (node) => {
    if (await isOnPath(scope.reads, node, head)) return pathAt(conversation, head as TreeNode)
    const branch = await branchAt(scope, conversation, node)
    return pathAt(branch.conversation, await endThrough(scope, node, branch.outline.end.tipId))
  }
}

/** The end of a branch, where its way leads through the node; else that of the node's own segment. */
async function endThrough({ reads }: Scope, node: TreeNode, endId: string): Promise<TreeNode> {
  const end = asTreeNode(await reads.observation(endId))
  if (end && (await isOnPath(reads, node, end))) return end
  const { tipId } = await reads.segmentNow(node.place.segmentId)
  return asTreeNode(await reads.observation(tipId)) ?? node
}

/** A prompt that is asked for alone, by its id (`start` for what stands before the first), and the place whose path it is read on. */
export interface PromptRequest {
  readonly conversationId: string
  readonly id: string
  readonly at?: PointRef | null
}

/**
 * Returns a prompt of a conversation's tree or inherited past: on the path to `at`, else on the one to the head, else to the end of
 * its branch; null where there is none.
 */
export async function promptQuery(
  scope: Scope,
  { conversationId, id, at }: PromptRequest,
): Promise<ListedPrompt | null> {
  const conversation = await scope.reads.conversation(conversationId)
  if (conversation === null) return null
  const path = await pathOfPrompt(scope, conversation, id, at ?? null)
  if (path === null) return null
  const numbers = await rowNumbers(path)
  const number = id === startId ? 0 : await numberOn(path, id)
  if (number === null || number < numbers.first) return null
  return (await rowsBetween(path, numbers, number, number))[0] ?? null
}

async function pathOfPrompt(
  scope: Scope,
  conversation: Conversation,
  id: string,
  at: PointRef | null,
): Promise<PromptPath | null> {
  const ofPath = (end: TreeNode | null): PromptPath | null => end && { scope, conversation, end, values: 'CURRENT' }
  if (at !== null) return ofPath((await shownPath(scope, conversation, { at, asOf: null })).end)
  const head = await headOf(scope, conversation)
  if (id === startId) return ofPath(head)
  const node = asTreeNode(await scope.reads.observation(id))
  if (node === null || promptNumber(node) === null) return null
  if (!(await belongsHere({ conversation, head, reads: scope.reads }, node))) return null
  return (await pathsOf(scope, conversation))(node)
}

/** The number of a prompt on a path; null where it is none, or lies elsewhere. */
async function numberOn({ scope, end }: PromptPath, id: string): Promise<number | null> {
  const node = asTreeNode(await scope.reads.observation(id))
  return node && (await isOnPath(scope.reads, node, end)) ? promptNumber(node) : null
}
