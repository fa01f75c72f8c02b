import type { Conversation, ForkedFrom, Hash, JsonObject, OriginKind, TreeNode } from '../../../domain/model.ts'
import { withHead } from '../../../domain/tree/growth.ts'
import { forkOf, newConversation } from '../../../domain/messages/newConversation.ts'
import { notFound } from '../../../domain/refusals.ts'
import type { PlannedNode } from '../../../formats/plan.ts'
import type { Scope } from '../../scope.ts'
import { checkId } from '../../write/checks.ts'
import type { LaneState } from '../../write/lanes/commit.ts'
import type { ChangeSet } from '../../write/draft/changeSet.ts'
import { createDraft, type Draft } from '../../write/draft/draft.ts'
import { textOfFork } from '../../read/titles/titleAndPreview.ts'
import { newEvent } from '../../write/draft/additions.ts'
import { isOnPath, asTreeNode } from '../../read/paths.ts'
import type { ImportJob } from './importJob.ts'
import type { LastNodes } from './lastNodes.ts'

/** The conversations of one batch, opened as they are needed. */
export interface Opening {
  /** Its reads see what the batch has decided. */
  readonly scope: Scope
  readonly run: ImportJob
  readonly laneStates: ReadonlyMap<string, LaneState>
  readonly drafts: Map<string, Draft>
  /** What they all change. */
  readonly changes: ChangeSet
  /** Conversations that this batch makes. */
  readonly made: Set<string>
  /** The last node of each conversation in the file, up to here. */
  readonly last: Pick<LastNodes, 'get' | 'set'>
  /** By conversation: the last node of another one that its lines repeat, up to here. */
  readonly sharesWith: Pick<LastNodes, 'get' | 'set'>
  /** Entries that say what was erased elsewhere, with the erasure. */
  readonly suppressed: ReadonlyMap<PlannedNode, string>
  /** Attachments that its entries embed and that are erased. */
  readonly erasedFiles: ReadonlySet<Hash>
  /** What the file says of conversations. */
  readonly about: ReadonlyMap<string, JsonObject>
}

/** What a conversation is made from when it is not there yet. */
export interface Beginning {
  /** The node of another conversation that its first own node continues, or that its lines repeat. */
  readonly source: TreeNode | null
  readonly sidechainOf: string | null
  readonly cwd: string | null
  /** That of the import unless said. */
  readonly origin?: OriginKind
}

/** Returns the draft of a conversation, made as a fork where its past is another's. */
export async function openDraft(opening: Opening, id: string, beginning: Beginning): Promise<Draft> {
  const open = opening.drafts.get(id)
  if (open) return open
  const frontier = opening.laneStates.get(id)?.frontier ?? null
  if (frontier?.conversation.deletedAt != null) throw notFound('Conversation', id, true)
  const { scope, changes } = opening
  const draft = frontier
    ? createDraft(scope, frontier, frontier.conversation, asTreeNode(frontier.head), changes)
    : beginning.source === null
      ? createDraft(scope, null, await madeEmpty(opening, id, beginning), null, changes)
      : await madeFork(opening, id, beginning.source, beginning)
  opening.drafts.set(id, draft)
  if (!frontier) opening.made.add(id)
  return draft
}

async function madeEmpty(
  { scope, run, about }: Opening,
  id: string,
  { sidechainOf, cwd, origin = run.origin }: Beginning,
): Promise<Conversation> {
  const imported = about.get(id)
  const sidechains = await scope.reads.count('sidechains', id, Number.MAX_SAFE_INTEGER)
  const made = newConversation(checkId(id, 'conversationId'), scope.fresh.now(), {
    origin,
    cwd,
    sidechainOf,
    undated: true,
  })
  return { ...made, metadata: imported ? { imported } : {}, shape: { ...made.shape, sidechains } }
}

/** What a conversation has of the one that it goes on from: what its own lines repeat of that, else what the file has of it. */
function lastOfSource({ sharesWith, last }: Opening, id: string, parent: TreeNode): TreeNode {
  const repeated = sharesWith.get(id)
  if (repeated?.conversationId === parent.conversationId) return repeated
  return last.get(parent.conversationId) ?? parent
}

/** The fork point is the last node of the source in the file, if what the fork continues lies on its path. */
async function madeFork(opening: Opening, id: string, parent: TreeNode, beginning: Beginning): Promise<Draft> {
  const { scope, changes } = opening
  const last = lastOfSource(opening, id, parent)
  const point = (await isOnPath(scope.reads, parent, last)) ? last : parent
  const source = await scope.reads.conversation(point.conversationId)
  if (!source) throw new Error(`The conversation ${point.conversationId} of an observation is missing.`)
  const empty = await madeEmpty(opening, id, beginning)
  const { conversation, events } = forkedAt(opening, source, point, empty)
  const draft = createDraft(scope, null, conversation, point, changes)
  draft.events.push(...events)
  return draft
}

/**
 * Makes a conversation that has nothing of its own yet a fork of another's node, or moves its fork point there: what it shares
 * came piece by piece. One whose head a host has moved stays as it is.
 */
export async function growFork(opening: Opening, draft: Draft, point: TreeNode): Promise<void> {
  const { id, forkedFrom, headId } = draft.conversation
  if (draft.before === null || point.conversationId === id || forkedFrom?.observationId === point.id) return
  if ((forkedFrom?.observationId ?? null) !== headId || (await hasOwnNodes(draft))) return
  const of = await opening.scope.reads.conversation(point.conversationId)
  if (!of) return
  const { conversation, events } = forkedAt(opening, of, point, draft.conversation)
  draft.conversation = { ...conversation, version: draft.conversation.version }
  draft.head = point
  draft.events.push(...events)
}

/** Says whether a conversation holds more than what it inherits. */
export async function hasOwnNodes({
  conversation: { forkedFrom, shape },
  reads,
}: Pick<Draft, 'conversation' | 'reads'>): Promise<boolean> {
  // A fork of the empty past has no point.
  const pointId = forkedFrom?.observationId ?? null
  const point = pointId === null ? null : await reads.observation(pointId)
  return shape.nodes !== (point?.place?.depth ?? -1) + 1
}

/**
 * Lets a conversation without nodes of its own begin where a new one of them goes on: at the last node that its lines share, if
 * that lies behind it.
 */
export async function growForkTo(opening: Opening, draft: Draft, parent: TreeNode): Promise<void> {
  const { reads } = opening.scope
  const last = lastOfSource(opening, draft.conversation.id, parent)
  const pointId = draft.conversation.forkedFrom?.observationId ?? null
  const point = pointId === null ? null : asTreeNode(await reads.observation(pointId))
  if (point !== null && (await isOnPath(reads, parent, point))) return
  await growFork(opening, draft, (await isOnPath(reads, parent, last)) ? last : parent)
}

/** Returns the conversation as a fork of another at a point, and the line for both ledgers. */
export function forkedAt({ scope, run }: Opening, source: Conversation, point: TreeNode, conversation: Conversation) {
  const { pathHash } = point.place
  const note = `Lines of ${run.fileName ?? 'an imported file'} repeat those of ${source.id}.`
  const details = { source: source.id }
  const event = newEvent(scope, 'FORK', conversation.id, {
    note,
    pathHash,
    details,
    head: { from: null, to: point.id },
  })
  const mirror = newEvent(scope, 'FORK', source.id, {
    note,
    pathHash,
    details: { fork: conversation.id },
  })
  const from: ForkedFrom = {
    conversationId: source.id,
    observationId: point.id,
    turn: point.place.turns,
    pathHash,
    eventId: event.id,
  }
  const { id, createdAt, cwd, title, origin, sidechainOf, version } = conversation
  const fork = forkOf(source, point, from, {
    id,
    createdAt,
    title,
    origin,
    sidechainOf,
    version,
    cwd: cwd ?? source.cwd,
  })
  const metadata = { ...fork.metadata, ...conversation.metadata }
  const shaped = { ...fork, metadata, shape: { ...fork.shape, sidechains: conversation.shape.sidechains } }
  return {
    conversation: withHead(shaped, point, textOfFork(source)),
    events: [event, mirror],
  }
}
