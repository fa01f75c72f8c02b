import type { Conversation, ForkedFrom, TreeNode } from '../../domain/model.ts'
import { withHead } from '../../domain/growth.ts'
import { forkOf, newConversation } from '../../domain/newConversation.ts'
import { notFound } from '../../domain/refusals.ts'
import type { Act } from '../act.ts'
import { checkId } from '../checks.ts'
import type { Standing } from '../commit.ts'
import { createDraft, type Draft } from '../drafts.ts'
import { textAt } from '../headText.ts'
import { eventOf } from '../events.ts'
import { isOnPath, treeNode } from '../paths.ts'
import { withDrafts } from './overlay.ts'
import type { Run } from './run.ts'

/** The conversations of one batch, opened as they are needed. */
export interface Opening {
  readonly act: Act
  readonly run: Run
  readonly standings: ReadonlyMap<string, Standing>
  readonly drafts: Map<string, Draft>
  /** Conversations that this batch makes. */
  readonly made: Set<string>
  /** The last node of each conversation in the file, up to here. */
  readonly last: Map<string, TreeNode>
}

/** What a conversation is made from when it is not there yet. */
export interface Beginning {
  /** The node of another conversation that its first own node continues, or that its lines repeat. */
  readonly source: TreeNode | null
  readonly sidechainOf: string | null
  readonly cwd: string | null
}

/** Returns the draft of a conversation, made as a fork where its past is another's. */
export async function openDraft(opening: Opening, id: string, beginning: Beginning): Promise<Draft> {
  const open = opening.drafts.get(id)
  if (open) return open
  const frontier = opening.standings.get(id)?.frontier ?? null
  if (frontier?.conversation.deletedAt != null) throw notFound('Conversation', id, true)
  const act = withDrafts(opening.act, opening.drafts, id)
  const draft = frontier
    ? createDraft(act, frontier, frontier.conversation, treeNode(frontier.head))
    : beginning.source === null
      ? createDraft(act, null, await madeEmpty(opening, id, beginning), null)
      : await madeFork(opening, act, id, beginning.source, beginning)
  opening.drafts.set(id, draft)
  if (!frontier) opening.made.add(id)
  return draft
}

async function madeEmpty({ act, run }: Opening, id: string, { sidechainOf, cwd }: Beginning): Promise<Conversation> {
  const sidechains = await act.reads.count('sidechains', id, Number.MAX_SAFE_INTEGER)
  const made = newConversation(checkId(id, 'conversationId'), act.fresh.now(), { origin: run.origin, cwd, sidechainOf })
  return { ...made, shape: { ...made.shape, sidechains } }
}

/** The fork point is the last node of the source in the file, if what the fork continues lies on its path. */
async function madeFork(
  opening: Opening,
  act: Act,
  id: string,
  parent: TreeNode,
  beginning: Beginning,
): Promise<Draft> {
  const last = opening.last.get(parent.conversationId) ?? parent
  const point = (await isOnPath(act.reads, parent, last)) ? last : parent
  const source =
    opening.drafts.get(point.conversationId)?.conversation ?? (await act.reads.conversation(point.conversationId))
  if (!source) throw new Error(`The conversation ${point.conversationId} of an observation is missing.`)
  const empty = await madeEmpty(opening, id, beginning)
  const { conversation, events } = await forkedAt(opening, act, source, point, empty)
  const draft = createDraft(act, null, conversation, point)
  draft.events.push(...events)
  return draft
}

/** Returns the conversation as a fork of another at a point, and the line for both ledgers. */
export async function forkedAt(
  { act: outer, run }: Opening,
  act: Act,
  source: Conversation,
  point: TreeNode,
  given: Conversation,
) {
  const { pathHash } = point.place
  const note = `Lines of ${run.fileName ?? 'an imported file'} repeat those of ${source.id}.`
  const details = { source: source.id }
  const event = eventOf(outer, 'FORK', given.id, { note, pathHash, details, head: { from: null, to: point.id } })
  const mirror = eventOf(outer, 'FORK', source.id, {
    note,
    pathHash,
    details: { fork: given.id },
  })
  const from: ForkedFrom = {
    conversationId: source.id,
    observationId: point.id,
    turn: point.place.turns,
    pathHash,
    eventId: event.id,
  }
  const { id, createdAt, cwd, title, origin, sidechainOf, version } = given
  const fork = forkOf(source, point, from, {
    id,
    createdAt,
    title,
    origin,
    sidechainOf,
    version,
    cwd: cwd ?? source.cwd,
  })
  const shaped = { ...fork, shape: { ...fork.shape, sidechains: given.shape.sidechains } }
  return { conversation: withHead(shaped, point, await textAt(act.reads, point)), events: [event, mirror] }
}
