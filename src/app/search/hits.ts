import { currentBlocks } from '../../domain/messages/messageSnapshot.ts'
import type { Block, Instant, Message, Observation, Role, TreeNode } from '../../domain/model.ts'
import { namesPaths } from '../../domain/search/pathsInCalls.ts'
import { match, type Match } from '../../domain/search/searchMatch.ts'
import type { SearchQuery } from '../../domain/search/searchQuery.ts'
import { searchText } from '../../domain/search/searchText.ts'
import { answeredCalls } from '../../domain/context/toolPairs.ts'
import { tokenise, type Tokens } from '../../domain/usage/tokens.ts'
import type { Candidate, Position } from '../../search/searchIndex.ts'
import { nodeAt, asTreeNode } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import type { Terms } from './terms.ts'
import { wholeList } from '../read/walkList.ts'

/** What is shown of a search: a message, or a node that is of none. */
export interface Hit {
  readonly observationId: string
  /** Where that was recorded. */
  readonly conversationId: string
  readonly position: Position
  /** When that was stored which answers. */
  readonly at: Instant
  readonly score: number
  /** Observations of the message that answer. */
  readonly matches: number
}

/** Says of what an index found whether it is shown. */
export interface Hits {
  of(candidate: Candidate): Promise<Hit | null>
  /** What an observation says, and what of it answers; null where nothing does. */
  read(observation: TreeNode): Promise<SearchAnswer | null>
}
export interface SearchAnswer {
  readonly text: string
  readonly tokens: Tokens
  readonly match: Match
  /** The call that has the words or whose result has them, where they stand in none of its texts. */
  readonly callId: string | null
}

/** The observations of a message that are searched here and answer, the newest first. */
interface Group {
  readonly newest: TreeNode | null
  readonly count: number
}

/** Returns what decides on candidates, for one search. */
export function hitsOf(scope: Scope, terms: Terms): Hits {
  const { query, where, roles, from, to, tool, inToolCalls, folders, isCurrent, includeExperiments } = terms
  const looksInside = inToolCalls !== null || query.paths.length + query.excludedPaths.length > 0
  const { reads } = scope
  const groups = new Map<string, Promise<Group>>()

  const isShown = async ({ conversationId, role, observedAt, copyOf }: HitSource): Promise<boolean> => {
    if (roles && !roles.has(role)) return false
    if ((from !== null && observedAt < from) || (to !== null && observedAt > to)) return false
    if (where.kind === 'all' && copyOf !== null) return false
    if (where.kind !== 'all' && includeExperiments && folders === null) return true
    const conversation = await reads.conversation(conversationId)
    if (where.kind === 'all' && conversation?.deletedAt !== null) return false
    if (folders !== null && !(conversation?.cwd != null && folders.has(conversation.cwd))) return false
    return includeExperiments || conversation?.origin !== 'EXPERIMENT'
  }
  const holds = async (one: HitSource & { readonly segmentId: string | null; readonly depth: number | null }) => {
    const { segmentId, depth } = one
    if (segmentId === null || depth === null || !(await isShown(one))) return false
    return where.holds({ ...one, segmentId, depth })
  }
  const messageOf = (id: string | null): Promise<Message | null> =>
    id === null ? Promise.resolve(null) : reads.message(id)
  const blocksOf = (observation: Observation, message: Message | null): readonly Block[] =>
    isCurrent ? currentBlocks(observation, message) : observation.blocks

  const read = async (observation: TreeNode): Promise<SearchAnswer | null> => {
    const message = await messageOf(observation.messageId)
    if (message?.deleted === true) return null
    const blocks = blocksOf(observation, message)
    if (!namesPaths(query, blocks)) return null
    const text = searchText(observation, blocks)
    const tokens = tokenise(text)
    const result = match(query, tokens)
    if (result === null) return null
    const callId = callWith(query, blocks)
    if (inToolCalls !== null && inToolCalls !== (callId !== null)) return null
    return { text, tokens, match: result, callId }
  }
  const answers = async (node: TreeNode): Promise<boolean> => {
    const { segmentId, depth } = node.place
    if (!(await holds({ ...node, segmentId, depth })) || !(await usesTool(node))) return false
    return (await read(node)) !== null
  }
  const usesTool = async (node: TreeNode): Promise<boolean> => {
    if (tool === null) return true
    const blocks = blocksOf(node, await messageOf(node.messageId))
    if (blocks.some((block) => block.type === 'toolCall' && block.name === tool)) return true
    return isResultOf(scope, node, blocks, tool)
  }
  const groupOf = (messageId: string): Promise<Group> => {
    const known = groups.get(messageId)
    const group = known ?? grouped(messageId)
    groups.set(messageId, group)
    return group
  }
  const grouped = async (messageId: string): Promise<Group> => {
    const all = await nodesOfMessage(scope, messageId)
    const answering = (await Promise.all(all.map(async (node) => ((await answers(node)) ? [node] : [])))).flat()
    const own = answering.filter(({ copyOf }) => copyOf === null)
    const nodes = (own.length > 0 ? own : answering).sort(newestFirst)
    return { newest: nodes[0] ?? null, count: nodes.length }
  }

  const ofCorrection = async (candidate: Candidate): Promise<Hit | null> => {
    const { id, messageId, message } = candidate
    if (!isCurrent || messageId === null || message?.correctedBy !== id) return null
    const { newest, count } = await groupOf(messageId)
    return newest && hit(candidate, newest, count)
  }
  const ofNode = async (candidate: Candidate): Promise<Hit | null> => {
    const { id, messageId, message, copyOf } = candidate
    // What the correction says is a document of its own.
    if ((isCurrent && message?.correctedBy != null) || !(await holds(candidate))) return null
    if (messageId !== null && ((message?.count ?? 0) > 1 || copyOf !== null)) {
      const { newest, count } = await groupOf(messageId)
      return newest?.id === id ? hit(candidate, candidate, count) : null
    }
    if (messageId === null && copyOf !== null && (await isBeside(copyOf))) return null
    if (tool !== null && !(await usesTool((await reads.observation(id)) as TreeNode))) return null
    if (looksInside && (await read((await reads.observation(id)) as TreeNode)) === null) return null
    return hit(candidate, candidate, 1)
  }
  /** Whether the original of a copy is searched as well. */
  const isBeside = async (original: string): Promise<boolean> => {
    const node = asTreeNode(await reads.observation(original))
    return node !== null && holds({ ...node, segmentId: node.place.segmentId, depth: node.place.depth })
  }
  return {
    read,
    of: async (candidate) => {
      if (candidate.message?.deleted === true || where.kind === 'nothing') return null
      return candidate.kind === 'CORRECTION' ? ofCorrection(candidate) : ofNode(candidate)
    },
  }
}

/** Returns the call that answers a query by itself, or whose result does; of a turn that says it in its text none. */
function callWith(query: SearchQuery, blocks: readonly Block[]): string | null {
  for (const block of blocks) {
    if (block.type === 'attachment') continue
    if (match(query, tokenise(searchText({ marker: null }, [block]))) === null) continue
    return block.type === 'toolCall' || block.type === 'toolResult' ? block.callId : null
  }
  return null
}

interface HitSource {
  readonly conversationId: string
  readonly role: Role | null
  readonly observedAt: Instant
  readonly copyOf: string | null
}

function hit(
  { position, ingestedAt, score }: Candidate,
  observation: Pick<Observation, 'id' | 'conversationId'>,
  matches: number,
): Hit {
  const { id: observationId, conversationId } = observation
  return { observationId, conversationId, position, at: ingestedAt, score, matches }
}

const newestFirst = (a: Observation, b: Observation): number =>
  a.ingestedAt === b.ingestedAt ? (a.id < b.id ? -1 : 1) : a.ingestedAt > b.ingestedAt ? -1 : 1

const pageLength = 100

/** Returns the nodes of a message, in whatever conversations they were stored. */
export async function nodesOfMessage({ reads }: Scope, owner: string): Promise<TreeNode[]> {
  const observations = await wholeList(reads, 'observationsOfMessage', owner, pageLength)
  return observations.flatMap((observation) => asTreeNode(observation) ?? [])
}

/** Says whether a node has the result of a call of that tool. */
async function isResultOf({ reads }: Scope, node: TreeNode, blocks: readonly Block[], tool: string): Promise<boolean> {
  const { parentId } = node.place
  const parent = parentId === null ? null : asTreeNode(await reads.observation(parentId))
  if (parent === null) return false
  const calls = answeredCalls(parent.place, blocks).flatMap((call) => call ?? [])
  const callers = await Promise.all(calls.map(({ depth }) => nodeAt(reads, parent, 'depth', depth)))
  return calls.some(({ callId }, k) =>
    callers[k]?.blocks.some((block) => block.type === 'toolCall' && block.callId === callId && block.name === tool),
  )
}
