import { attachmentIds } from '../../domain/records/attachment.ts'
import { messageId } from '../../domain/ids.ts'
import { later } from '../../domain/instants.ts'
import { branchMarks } from '../../domain/records/importMarks.ts'
import { newestTime } from '../../domain/messages/messageSnapshot.ts'
import type { Message, Observation, Role, TreeNode, Conversation } from '../../domain/model.ts'
import type { Unplaced } from '../../domain/tree/placement.ts'
import { badInput, Refusal } from '../../domain/refusals.ts'
import type { Scope } from '../scope.ts'
import type { Warning } from '../write/warning.ts'
import { checkAttachments } from '../attachments/attaching.ts'
import { embed } from '../write/draft/embedding.ts'
import { checkId, checkMetadata, checkSize } from '../write/checks.ts'
import { recountStored } from '../write/draft/usageDelta.ts'
import { addNode, leaving, moveHead, type Draft } from '../write/draft/draft.ts'
import { newObservation, usualPriority } from '../write/draft/additions.ts'
import { checkOpenRuns, checkRunOf } from '../runs/openRuns.ts'
import { asTreeNode } from '../read/paths.ts'
import { deepestOnPath, inheritedMessage, resolve } from '../read/view.ts'
import { toolPairWarnings, placeWarnings } from './turnWarnings.ts'
import { restate, restatedAt } from './place/restate.ts'
import { messageAfter, putMessage, type StoredTurn, type TurnTarget } from './place/target.ts'
import { edgesOfTurn } from './turnRelationships.ts'
import type { TurnInput, StoreTurn } from './turnInput.ts'
import { isUsage, mostOfAnswer } from '../../domain/usage/usage.ts'
import { counterNames } from '../../domain/usage/counters.ts'

export interface StoreResult {
  readonly conversation: Conversation
  readonly message: Message
  readonly observation: Observation
  readonly replayed: boolean
  readonly leftTranscript: number
  readonly forked: boolean
  /** It says again what stands there: an observation beside the tree. */
  readonly restated: boolean
  readonly warnings: readonly Warning[]
}

/** Priorities of ordinary stores lie below that of a correction (design §3). */
const correctionPriority = 1000

/** Returns a turn's input with its ids, size and priority checked; what needs no store to refuse is refused here. */
export function checkTurn(scope: Scope, turn: StoreTurn): StoreTurn {
  if (turn.turnId != null) checkId(turn.turnId, 'turnId')
  if (turn.conversationId != null) checkId(turn.conversationId, 'conversationId')
  if (turn.runId != null) checkId(turn.runId, 'runId')
  checkMetadata(turn.metadata)
  checkSize(turn.blocks, scope.limits.turnBytes)
  checkUsage(turn)
  if (turn.attachments != null) checkAttachments(scope, turn.attachments)
  if (turn.blocks.length === 0 && (turn.attachments ?? []).length === 0)
    throw badInput('A turn needs content: give "text", "content" or "attachments".', {}, ['content'])
  if (turn.priority != null && (turn.priority < 0 || turn.priority >= correctionPriority))
    throw badInput(`"priority" must be from 0 to ${correctionPriority - 1}.`, { priority: turn.priority }, ['priority'])
  return turn
}

function checkUsage({ usage }: StoreTurn): void {
  const wrong = counterNames.find((name) => !isUsage(name, usage?.[name] ?? 0))
  if (wrong !== undefined)
    throw badInput(`"${wrong}" must be from 0 to ${mostOfAnswer[wrong]}.`, { [wrong]: usage?.[wrong] ?? null }, [
      'usage',
      wrong,
    ])
}

/**
 * Stores a turn into the draft and moves its head there (design §3, "Where it goes"); its edges are still to be drawn.
 * `claims` learns what it goes below before its run is looked for.
 */
export async function storeInto(
  scope: Scope,
  draft: Draft,
  turn: TurnInput,
  isNewTurn: boolean,
  claims: (parent: TreeNode | null) => void = () => undefined,
): Promise<StoredTurn> {
  const turnId = turn.turnId ?? scope.fresh.id()
  const id = messageId(draft.conversation.id, turnId)
  const target = await targetOf(scope, draft, turn, turnId, isNewTurn)
  const restated = target.current && (await restatedAt(draft, turn, target.current, target))
  if (!restated) claims(target.parent)
  if (turn.runId != null && !restated) await checkRunOf(draft, turn.runId)
  checkRole(target, id, turnId, turn)
  for (const attachment of turn.attached ?? []) draft.changes.putAttachment(attachment)
  if (restated)
    return restate(draft, { turn, turnId, target, restated }, observationOf(scope, draft, turn, id, target.message))
  if (target.parent !== draft.head) await checkOpenRuns(draft, target.parent)
  const node = observationOf(scope, draft, turn, id, target.message)
  // A turn of the fork's own goes the way of the one it replaced, also when it is stored again.
  const supersedesId = target.message ? target.message.supersedesId : (target.inherited?.id ?? null)
  const observation = await addNode(scope, draft, target.parent, node, supersedesId)
  const message = messageAfter(target, observation, turnId)
  if (target.message) await recountStored(draft.reads, draft, target.message, message, observation)
  putMessage(draft, target, message)
  await Promise.all(attachmentIds(turn.blocks).map((id) => embed(draft, id)))
  draft.edges.push(...edgesOfTurn(turn, message, target.message ? null : target.inherited))
  if (turn.branchId != null)
    draft.changes.putMark(branchMarks.mark(observation.id, draft.conversation.id, turn.branchId))
  const leftTranscript = await leaving(draft, target.parent)
  await moveHead(draft, observation)
  const warnings = [...toolPairWarnings(target.parent, observation), ...placeWarnings(turn, target, leftTranscript)]
  return { message, observation, leftTranscript, restated: false, warnings }
}

/** Returns what a turn of the fork's own replaced or says again where it is there already, else the inherited one. */
async function inheritedBy(draft: Draft, turn: StoreTurn, message: Message | null): Promise<Message | null> {
  if (message) return message.supersedesId === null ? null : draft.reads.message(message.supersedesId)
  return turn.turnId == null ? null : inheritedMessage(draft, turn.turnId)
}

async function targetOf(
  scope: Scope,
  draft: Draft,
  turn: StoreTurn,
  turnId: string,
  isNewTurn: boolean,
): Promise<TurnTarget> {
  const message = isNewTurn ? null : await draft.reads.message(messageId(draft.conversation.id, turnId))
  const latest = message && (await draft.reads.observation(message.latestId))
  const inherited = await inheritedBy(draft, turn, message)
  const known = { message, latest, inherited, current: null, superseded: null }
  if (turn.parent !== undefined) return { ...known, parent: await givenParent(draft, turn) }
  const head = await headFor(scope, draft, turn)
  const current = await versionAt(draft, head, [message, inherited])
  const isNew = message === null && inherited === null
  const superseded = isNew && turn.supersedes != null ? await supersededAt(draft, head, turn) : null
  const replaced = current ?? superseded
  return { ...known, current, superseded, parent: replaced ? await parentOf(draft, replaced) : head }
}

/** The deepest observation of a turn on the path to `head`, whichever of the two messages it is of. */
async function versionAt(
  draft: Draft,
  head: TreeNode | null,
  messages: readonly (Message | null)[],
): Promise<TreeNode | null> {
  for (const message of messages) {
    const match = message && (await deepestOnPath({ ...draft, head }, message.id))
    if (match) return match
  }
  return null
}

/** The observation whose place a new turn takes: that of the message it names, on the path and of the same role. */
async function supersededAt(draft: Draft, head: TreeNode | null, turn: StoreTurn): Promise<TreeNode | null> {
  const { conversation, reads } = draft
  const message = await reads.message(turn.supersedes ?? '')
  if (!message || message.role !== turn.role) return null
  const isOwn = message.conversationId === conversation.id || conversation.showsOthers
  const inherits = async () =>
    (await reads.lineage(conversation.id)).some(({ id, showsOthers }) => showsOthers || id === message.conversationId)
  return isOwn || (conversation.forkedFrom && (await inherits())) ? deepestOnPath({ ...draft, head }, message.id) : null
}

async function parentOf(draft: Draft, { place }: TreeNode): Promise<TreeNode | null> {
  return place.parentId === null ? null : ((await draft.reads.observation(place.parentId)) as TreeNode)
}

/** What a turn stands to: the head, or the last observation stored under its branch here, if there is one (design §3). */
async function headFor(scope: Scope, draft: Draft, { branchId }: StoreTurn): Promise<TreeNode | null> {
  if (branchId == null) return draft.head
  const name = branchMarks.nameOf(draft.conversation.id, branchId)
  const last = draft.changes.importMarks.get(name) ?? (await scope.store.importMarks([name]))[0]
  return typeof last?.value === 'string' ? asTreeNode(await draft.reads.observation(last.value)) : draft.head
}

async function givenParent(draft: Draft, { parent }: StoreTurn): Promise<TreeNode | null> {
  if (parent == null) return null
  const node = await resolve(draft, parent)
  if (node) return node
  const text = Object.values(parent)[0] as string
  const facts = { conversationId: draft.conversation.id, parent: text }
  throw new Refusal(
    'UNKNOWN_PARENT',
    facts,
    `"${text}" is not recorded in "${draft.conversation.id}" nor inherited by it.`,
    ['parent'],
  )
}

function checkRole({ message, inherited }: TurnTarget, id: string, turnId: string, { role }: StoreTurn): void {
  const stored = (message ?? inherited)?.role ?? role
  if (stored !== role) throw roleConflict({ id, role: stored }, turnId, role)
}

/** Returns the refusal of another role than a message's first observation gave it. */
export function roleConflict({ id, role }: Pick<Message, 'id' | 'role'>, turnId: string, text: Role): Refusal {
  const hint = `Store it under a turn id of its own, such as "${turnId}:${text.toLowerCase()}".`
  return new Refusal(
    'ROLE_CONFLICT',
    { messageId: id, storedRole: role, givenRole: text, hint },
    `Turn "${turnId}" is a ${role} turn. ${hint}`,
    ['role'],
  )
}

function observationOf(scope: Scope, draft: Draft, turn: StoreTurn, id: string, message: Message | null): Unplaced {
  return newObservation(scope, {
    kind: 'TURN',
    conversationId: draft.conversation.id,
    messageId: id,
    role: turn.role,
    senderId: turn.senderId ?? null,
    senderKind: turn.senderKind ?? null,
    blocks: turn.blocks,
    model: turn.model ?? null,
    usage: turn.usage ?? null,
    runId: turn.runId ?? null,
    branchId: turn.branchId ?? null,
    sourceKind: turn.sourceKind ?? null,
    priority: turn.priority ?? usualPriority,
    metadata: checkMetadata(turn.metadata),
    observedAt: turn.observedAt ?? later(scope.fresh.now(), message && newestTime(message)),
  })
}
