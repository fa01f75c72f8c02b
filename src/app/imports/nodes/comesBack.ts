/** A file that comes back: an export of a conversation that another program went on with (design §7). */
import { currentBlocks } from '../../../domain/messages/messageSnapshot.ts'
import type { Instant, Observation, TreeNode } from '../../../domain/model.ts'
import { canonicalJson } from '../../../domain/tree/pathHash.ts'
import type { TurnFields } from '../../../formats/format.ts'
import type { PlannedNode } from '../../../formats/plan.ts'
import { isOnPath, asTreeNode } from '../../read/paths.ts'
import { unkept, walkList } from '../../read/walkList.ts'
import { progressOf, type Known } from '../job/importJob.ts'
import type { Opening } from '../job/openImport.ts'
import { aheadOn } from './aheadOn.ts'

/** Returns what a format says of a turn where it names no rule of its own; null for what is no turn. */
function plainly({ kind, role, blocks }: TurnFields): string | null {
  return kind === 'TURN' ? canonicalJson([role, blocks]) : null
}

/** What an entry says, as its format gives it. */
interface Saying {
  readonly text: string
  readonly at: Instant | null
  readonly of: (turn: TurnFields) => string | null
}

/**
 * Returns the stored turn that an entry is which has no id but of what it says: the next one behind its parent's on a path of
 * its conversation, whoever stored it, past what the format has no place for. Null where there is none.
 */
export async function metOnPath(
  opening: Opening,
  node: PlannedNode,
  parent: Known | null,
  byId: TreeNode | null,
): Promise<TreeNode | null> {
  const saying = sayingOf(opening, node)
  const isUnknown = parent === null && (node.parent !== null || node.missingParent !== null)
  if (saying === null || isUnknown || parent?.isNew === true || !wasThere(opening, node.conversationId)) return null
  const from = parent?.node ?? null
  if (byId !== null && byId.place.parentId === (from?.id ?? null)) return byId
  for await (const result of behind(opening, node.conversationId, from, saying)) if (result.isIt) return result.node
  return null
}

/**
 * Returns the node below which a new entry of such a file goes: behind what follows its parent on the path to the head and
 * the format has no place for, so that it goes on from where the conversation stands.
 */
export async function endOfUnsaid(opening: Opening, node: PlannedNode, parent: Known | null): Promise<TreeNode | null> {
  const saying = sayingOf(opening, node)
  if (parent === null || saying === null || parent.isNew || !wasThere(opening, node.conversationId))
    return parent?.node ?? null
  let end = parent.node
  const head = asTreeNode(opening.laneStates.get(node.conversationId)?.frontier?.head ?? null)
  if (head !== null)
    for await (const { node: next, isUnsaid } of onPath(opening, head, parent.node, saying)) if (isUnsaid) end = next
  return end
}

function sayingOf({ run }: Opening, { isMade = false, exact, draft }: PlannedNode): Saying | null {
  const of = run.says ?? plainly
  const text = isMade && exact ? of({ ...draft, sourceKind: run.format }) : null
  return text === null ? null : { text, at: draft.observedAt, of }
}

/** Says whether a conversation stood before this import. */
function wasThere({ run, laneStates, made }: Opening, id: string): boolean {
  return laneStates.get(id)?.frontier != null && !made.has(id) && !progressOf(run, id).isNew
}

interface Behind {
  readonly node: TreeNode
  readonly isIt: boolean
  /** The format has no place for it, so that what follows it may be what is looked for. */
  readonly isUnsaid: boolean
}

/** Yields what may be next behind a node: along the paths to the head and to a fork's point first, then on all other ways. */
async function* behind(
  opening: Opening,
  of: string,
  parent: TreeNode | null,
  saying: Saying,
): AsyncGenerator<Behind, undefined> {
  const seen = new Set<string>()
  const open: (TreeNode | null)[] = [parent]
  for (const end of await endsOf(opening, of))
    for await (const result of onPath(opening, end, parent, saying)) {
      if (seen.has(result.node.id)) continue
      seen.add(result.node.id)
      if (result.isUnsaid) open.push(result.node)
      yield result
    }
  for (let from = open.pop(); from !== undefined; from = open.pop())
    for await (const page of childrenOf(opening, of, from)) {
      opening.scope.signal?.throwIfAborted()
      for (const node of page) {
        if (seen.has(node.id)) continue
        const result = await compared(opening, saying, node)
        if (result.isUnsaid) open.push(node)
        yield result
      }
    }
}

async function endsOf(opening: Opening, of: string): Promise<TreeNode[]> {
  const frontier = opening.laneStates.get(of)?.frontier
  const point = frontier?.conversation.forkedFrom?.observationId ?? null
  const begins = point === null ? null : await opening.scope.reads.observation(point)
  return [frontier?.head ?? null, begins].flatMap((end) => asTreeNode(end) ?? [])
}

/** Yields what comes behind a node on a path, as far as the format has no place for it. */
async function* onPath(
  opening: Opening,
  end: TreeNode,
  parent: TreeNode | null,
  saying: Saying,
): AsyncGenerator<Behind, undefined> {
  const { reads } = opening.scope
  if (parent !== null && !(await isOnPath(reads, parent, end))) return
  for (let depth = parent === null ? 0 : parent.place.depth + 1; ; depth++) {
    const node = await aheadOn(reads, opening.run.prefetched, end, depth)
    const result = node && (await compared(opening, saying, node))
    if (result) yield result
    if (!result?.isUnsaid) return
  }
}

async function* childrenOf(
  { scope }: Opening,
  of: string,
  parent: TreeNode | null,
): AsyncGenerator<readonly TreeNode[], undefined> {
  const list =
    parent === null
      ? walkList(unkept(scope), 'roots', of, { limit: 200 })
      : walkList(unkept(scope), 'children', parent.id, { limit: 200 })
  for await (const page of list)
    yield page.flatMap((child) => (child.conversationId === of ? (asTreeNode(child) ?? []) : []))
}

/** A deleted turn may be met again, and be passed over. */
async function compared({ scope }: Opening, { text, at, of }: Saying, node: TreeNode): Promise<Behind> {
  const stored = of(node)
  const isThen = at === null || isSameTime(at, node)
  if (isThen && stored === text) return { node, isIt: true, isUnsaid: false }
  if (stored === null) return { node, isIt: false, isUnsaid: true }
  const message = node.messageId === null ? null : await scope.reads.message(node.messageId)
  const isIt = isThen && of({ ...node, blocks: currentBlocks(node, message) }) === text
  return { node, isIt, isUnsaid: !isIt && message?.deleted === true }
}

/** A format may tell times less exactly than they are stored: to the second, to the millisecond or to the microsecond. */
function isSameTime(text: Instant, { observedAt }: Observation): boolean {
  const digits = text.slice(20, 29).replace(/0+$/, '').length
  const length = '2026-01-01T00:00:00.'.length + Math.ceil(digits / 3) * 3
  return text.slice(0, length) === observedAt.slice(0, length)
}
