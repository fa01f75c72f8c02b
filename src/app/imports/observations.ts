import { importedFields } from '../../domain/importedFields.ts'
import { messageId } from '../../domain/ids.ts'
import { firstOf, withTurn } from '../../domain/messageSnapshot.ts'
import type { ConversationId, Marker, Message, TreeNode } from '../../domain/model.ts'
import type { MessageChange } from '../../domain/changes.ts'
import { contentHash } from '../../domain/pathHash.ts'
import type { Unplaced } from '../../domain/placement.ts'
import type { PlannedNode } from '../../formats/plan.ts'
import type { Scope } from '../scope.ts'
import type { Draft } from '../write/draft.ts'
import type { ImportJob } from './importJob.ts'
import { newSalt } from '../write/salts.ts'

const storePriority = 100

/** Returns the observation of an imported entry, recorded in a conversation. */
export function observationOf(
  scope: Scope,
  run: ImportJob,
  node: PlannedNode,
  conversationId: ConversationId,
  marker: Marker | null,
  missingParent: string | null,
): Unplaced {
  const { draft, externalId, raw } = node
  const { kind, role, blocks } = draft
  const now = scope.fresh.now()
  const [senderId, senderKind, salt] = [null, null, newSalt(scope)]
  const origin = { ...raw, source: run.sources.get(raw.conversationId)?.source ?? null }
  return {
    id: scope.fresh.id(),
    conversationId,
    messageId: node.turnId === null ? null : messageId(conversationId, node.turnId),
    externalId,
    kind,
    role,
    senderId,
    senderKind,
    blocks,
    marker,
    model: draft.model,
    usage: draft.usage,
    runId: null,
    branchId: null,
    sourceKind: run.format,
    priority: storePriority,
    fields: { ...draft.fields, ...importedFields(origin, missingParent) },
    metadata: draft.metadata,
    observedAt: draft.observedAt ?? now,
    ingestedAt: now,
    copyOf: null,
    salt,
    contentHash: contentHash({ kind, role, senderId, senderKind, blocks, marker, salt }),
    place: null,
  }
}

/**
 * Returns what a new observation makes of its message, null when it makes nothing of it: a copy enters no snapshot, and
 * counts only where its message is.
 */
export async function messageAfter(
  draft: Draft,
  node: TreeNode,
  turnId: string | null,
  known: Message | null,
): Promise<MessageChange | null> {
  if (node.messageId === null || turnId === null || node.role === null) return null
  if (known === null) return { isNew: true, value: firstOf(node, turnId, null) }
  if (node.copyOf !== null)
    return node.conversationId === known.conversationId
      ? { isNew: false, value: { ...known, observationCount: known.observationCount + 1 } }
      : null
  const latest = await draft.reads.observation(known.latestId)
  if (!latest) throw new Error(`Observation ${known.latestId} of message ${known.id} is missing.`)
  return { isNew: false, value: withTurn(known, latest, node) }
}
