import { messageId } from '../../domain/ids.ts'
import { seeksTitle } from '../read/titles/titleAndPreview.ts'
import type { BroughtRuns } from '../runs/broughtRuns.ts'
import type { Scope } from '../scope.ts'
import type { LaneState } from '../write/lanes/commit.ts'
import type { PlacedTurn } from './batch.ts'
import type { StoreTurn } from './turnInput.ts'
import type { ConversationId } from '../../domain/model.ts'
import type { Draft } from '../write/draft/draft.ts'

/**
 * How often turns may be decided without a read. What a refused write says exists is remembered, so that what was only
 * overtaken by another process needs none; this many refusals say that it was forgotten again.
 */
const attemptsWithoutReads = 20

/**
 * Says whether the turns may be taken for new ones that continue the head, which needs no read: the store refuses the
 * write if one of them exists after all, and then it is decided with reading.
 */
export function canSkipReads(
  scope: Scope,
  turns: readonly (StoreTurn & PlacedTurn)[],
  { frontier }: LaneState,
  attempt: number,
  brought: Pick<BroughtRuns, 'has'>,
): boolean {
  const { conversation, head, segment: tip } = frontier ?? { conversation: null, head: null, segment: null }
  const atTip =
    head === null
      ? conversation === null || conversation.shape.nodes === 0
      : tip?.tipId === head.id && head.conversationId === conversation.id
  if (!atTip || attempt > attemptsWithoutReads) return false
  const ids = turns.map((turn) => turn.turnId ?? null)
  const open = conversation?.runs.open.map((run) => run.runId) ?? []
  if (turns.some((turn) => turn.runId != null && !open.includes(turn.runId) && !brought.has(turn))) return false
  if (conversation && seeksTitle(conversation, head) && turns.some(({ role }) => role === 'USER')) return false
  // A turn that a fork names may be an inherited one, which no write would find out.
  if (conversation?.forkedFrom && ids.some((id) => id !== null)) return false
  const repeated = new Set(ids.filter((id) => id !== null)).size !== ids.filter((id) => id !== null).length
  const plain = (turn: StoreTurn) =>
    turn.parent === undefined && turn.branchId == null && turn.supersedes == null && !isKnown(scope, turn)
  return !repeated && turns.every(plain)
}

function isKnown(scope: Scope, { conversationId, turnId }: StoreTurn): boolean {
  return turnId != null && scope.lanes.isKnown(scope.tenant, messageId(conversationId as string, turnId))
}

/** Reads what turns name, all of it at once: each is decided by itself then, mostly without a further store call. */
export async function readAhead(
  turns: readonly (StoreTurn & { readonly conversationId: ConversationId })[],
  drafts: ReadonlyMap<ConversationId, Draft>,
): Promise<void> {
  await Promise.all(turns.map((turn) => readTurn(drafts.get(turn.conversationId) as Draft, turn)))
}

async function readTurn({ reads, conversation }: Draft, { turnId, parent, supersedes }: StoreTurn): Promise<void> {
  const ancestors = conversation.forkedFrom === null ? [] : await reads.lineage(conversation.id)
  const named = turnId == null ? [] : [conversation, ...ancestors].map(({ id }) => messageId(id, turnId))
  const messageIds = [
    ...(parent && 'messageId' in parent ? [parent.messageId] : []),
    ...(supersedes == null ? [] : [supersedes]),
  ]
  const messages = await Promise.all([...named, ...messageIds].map((id) => reads.message(id)))
  const observed = parent && 'observationId' in parent ? [parent.observationId] : []
  const latest = messages.flatMap((message) => message?.latestId ?? [])
  await Promise.all([...observed, ...latest].map((id) => reads.observation(id)))
}
