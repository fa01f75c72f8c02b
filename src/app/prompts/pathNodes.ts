import { textOf } from '../../domain/messages/blocks.ts'
import type { TreeNode } from '../../domain/model.ts'
import { callsOf, type PathCall, type PathNode } from '../../domain/prompts/calls.ts'
import { outcomeOf } from '../../domain/prompts/outcome.ts'
import { beginsRow } from '../../domain/prompts/promptOf.ts'
import { nodesOf, asTreeNode, walk } from '../read/paths.ts'
import { activeRun } from '../runs/runQueries.ts'
import { entryOf, messageOf } from '../transcripts/entries.ts'
import type { LoopSpan, PromptPath } from './rows.ts'
import { countsTo } from './placeCounts.ts'

/** A stretch of a path as the model of prompts needs it: its nodes, and its calls with what came of them on the path. */
export interface ReadSpan {
  readonly nodes: readonly PathNode[]
  readonly calls: readonly PathCall[]
}

/** Nodes that are read at once; longer stretches are walked. */
const atOnce = 1000
/** What is kept of words that are said between calls. */
const mostWords = 2000

const stored = new WeakMap<LoopSpan, Promise<ReadSpan>>()
const current = new WeakMap<LoopSpan, Promise<ReadSpan>>()

/** Returns a stretch of a path by what was stored, read once. */
export function readSpan(span: LoopSpan): Promise<ReadSpan> {
  const read = stored.get(span) ?? readNow(span)
  stored.set(span, read)
  return read
}

/** Returns it with what its agent says as the path shows it: corrected, and nothing of what is deleted. */
export function spokenSpan(span: LoopSpan): Promise<ReadSpan> {
  const read = current.get(span) ?? speakNow(span)
  current.set(span, read)
  return read
}

async function readNow(span: LoopSpan): Promise<ReadSpan> {
  const nodes: PathNode[] = []
  for await (const some of nodesIn(span)) nodes.push(...some.map(pathNode))
  return { nodes, calls: await pairedCalls(span, nodes) }
}

async function* nodesIn({ path, first, last }: LoopSpan): AsyncGenerator<TreeNode[]> {
  const { reads } = path.scope
  const [from, to] = [first.place.depth, last.place.depth]
  if (to - from < atOnce) yield nodesOf(reads, last, 'depth', from, to)
  else yield* walk(reads, last, from, atOnce)
}

function pathNode(node: TreeNode): PathNode {
  const { blocks, role } = node
  return {
    id: node.id,
    depth: node.place.depth,
    isAssistant: role === 'ASSISTANT',
    beginsRow: beginsRow(node),
    observedAt: node.observedAt,
    model: node.model,
    text: role === 'ASSISTANT' ? (textOf(blocks) ?? '').slice(0, mostWords) : '',
    calls: blocks.flatMap((block) => (block.type === 'toolCall' ? [block] : [])),
    results: blocks.flatMap((block) =>
      block.type === 'toolResult' ? [{ callId: block.callId, outcome: outcomeOf(block) }] : [],
    ),
    upTo: countsTo(node),
  }
}

/** The calls of a stretch; their results may stand behind it, farther down the path. */
async function pairedCalls(span: LoopSpan, nodes: readonly PathNode[]): Promise<PathCall[]> {
  const { path, first, last } = span
  const isIn = ({ depth }: { depth: number }) => depth >= first.place.depth && depth <= last.place.depth
  const later = await laterNodes(path, last, isIn)
  const calls = callsOf([...nodes, ...later], await runningCalls(path))
  return calls.filter(isIn)
}

const window = 64
const farthest = 4096

/** The nodes behind a stretch up to those that answer what it leaves open. */
async function laterNodes(
  path: PromptPath,
  last: TreeNode,
  isIn: (call: { depth: number }) => boolean,
): Promise<PathNode[]> {
  const { end, scope } = path
  const never = new Set(end.place.openCalls.map(({ callId, depth }) => `${depth} ${callId}`))
  const open = new Set(
    last.place.openCalls.flatMap((call) =>
      isIn(call) && !never.has(`${call.depth} ${call.callId}`) ? [call.callId] : [],
    ),
  )
  const later: PathNode[] = []
  for (let from = last.place.depth + 1, size = window; open.size > 0 && from <= end.place.depth; size *= 2) {
    if (from > last.place.depth + farthest) break
    const nodes = await nodesOf(scope.reads, end, 'depth', from, from + size - 1)
    for (const node of nodes.map(pathNode)) {
      later.push(node)
      for (const { callId } of node.results) open.delete(callId)
    }
    from += size
  }
  return later
}

/** Says which calls that have no result are under way: those that the head of a conversation with an open run waits for. */
async function runningCalls({ scope, conversation, end }: PromptPath): Promise<(callId: string) => boolean> {
  if (end.id !== conversation.headId || conversation.runs.open.length === 0) return () => false
  const run = await activeRun(scope, conversation)
  const open = new Set(run?.state === 'CLAIMED' ? end.place.openCalls.map(({ callId }) => callId) : [])
  return (callId) => open.has(callId)
}

async function speakNow(span: LoopSpan): Promise<ReadSpan> {
  const { scope, conversation, values } = span.path
  const { nodes } = await readSpan(span)
  const now = await Promise.all(
    nodes.map(async (node) => {
      if (node.text === '') return node
      const observation = asTreeNode(await scope.reads.observation(node.id))
      if (!observation) return { ...node, text: '' }
      const message = await messageOf(scope.reads, observation)
      const { text } = entryOf(conversation, observation, 0, message, { values, includeDeleted: false })
      return { ...node, text: text.slice(0, mostWords) }
    }),
  )
  return { nodes: now, calls: await pairedCalls(span, now) }
}
