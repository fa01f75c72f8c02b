import { messageId } from '../../domain/ids.ts'
import { firstOf } from '../../domain/messageSnapshot.ts'
import type { Block, JsonObject, Role, TreeNode } from '../../domain/model.ts'
import { contentHash } from '../../domain/pathHash.ts'
import type { Scope } from '../scope.ts'
import { addNode, type Draft } from './draft.ts'
import { newSalt } from './salts.ts'

/** What a turn says that no host stored. */
export interface MadeTurn {
  readonly role: Role
  readonly blocks: readonly Block[]
  readonly metadata: JsonObject
}
const usualPriority = 100

/** Adds a turn that we say ourselves to a draft, of a message of its own. */
export async function addTurn(
  scope: Scope,
  draft: Draft,
  parent: TreeNode | null,
  { role, blocks, metadata }: MadeTurn,
): Promise<TreeNode> {
  const turnId = scope.fresh.id()
  const now = scope.fresh.now()
  const content = {
    kind: 'TURN',
    role,
    senderId: null,
    senderKind: null,
    blocks,
    marker: null,
    salt: newSalt(scope),
  } as const
  const unsaid = { externalId: null, model: null, usage: null, runId: null, branchId: null, sourceKind: null }
  const turn = await addNode(scope, draft, parent, {
    ...content,
    ...unsaid,
    id: scope.fresh.id(),
    conversationId: draft.conversation.id,
    messageId: messageId(draft.conversation.id, turnId),
    priority: usualPriority,
    fields: {},
    metadata,
    observedAt: now,
    ingestedAt: now,
    copyOf: null,
    contentHash: contentHash(content),
    place: null,
  })
  draft.messages.set(turn.messageId ?? '', { isNew: true, value: firstOf(turn, turnId, null) })
  return turn
}
