import { importedFields, type Lacking } from '../../../domain/records/importedFields.ts'
import { messageId } from '../../../domain/ids.ts'
import { firstOf, withTurn } from '../../../domain/messages/messageSnapshot.ts'
import type { ConversationId, Marker, Message, TreeNode } from '../../../domain/model.ts'
import type { MessageChange } from '../../../domain/changes.ts'
import type { Unplaced } from '../../../domain/tree/placement.ts'
import type { PlannedNode } from '../../../formats/plan.ts'
import type { Scope } from '../../scope.ts'
import type { Draft } from '../../write/draft/draft.ts'
import type { ImportJob } from '../job/importJob.ts'
import { newObservation } from '../../write/draft/additions.ts'

/** Returns the observation of an imported entry, recorded in a conversation. */
export function observationOf(
  scope: Scope,
  run: ImportJob,
  node: PlannedNode,
  conversationId: ConversationId,
  marker: Marker | null,
  lacking: Lacking | null,
  runId: string | null,
): Unplaced {
  const { draft, externalId, raw } = node
  const { kind, role, blocks, model, usage, metadata, observedAt } = draft
  const { conversationId: of, line, part } = raw
  const origin = { conversationId: of, line, part, source: run.sources.get(of)?.source ?? null }
  return newObservation(scope, {
    kind,
    conversationId,
    messageId: node.turnId === null ? null : messageId(conversationId, node.turnId),
    externalId,
    ...{ role, blocks, marker, model, usage, metadata, runId },
    sourceKind: run.format,
    fields: { ...draft.fields, ...importedFields(origin, lacking) },
    ...(observedAt !== null && { observedAt }),
  })
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
