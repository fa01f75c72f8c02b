import { messageId } from '../../../domain/ids.ts'
import { firstOf } from '../../../domain/messages/messageSnapshot.ts'
import type { Block, JsonObject, Role, TreeNode } from '../../../domain/model.ts'
import type { Scope } from '../../scope.ts'
import { addNode, type Draft } from './draft.ts'
import { newObservation } from './additions.ts'

/** What a turn says that no host stored. */
export interface MadeTurn {
  readonly role: Role
  readonly blocks: readonly Block[]
  readonly metadata: JsonObject
}

/** Adds a turn that we say ourselves to a draft, of a message of its own. */
export async function addTurn(
  scope: Scope,
  draft: Draft,
  parent: TreeNode | null,
  { role, blocks, metadata }: MadeTurn,
): Promise<TreeNode> {
  const turnId = scope.fresh.id()
  const { id: conversationId } = draft.conversation
  const fields = {
    kind: 'TURN',
    conversationId,
    messageId: messageId(conversationId, turnId),
    role,
    blocks,
    metadata,
  } as const
  const turn = await addNode(scope, draft, parent, newObservation(scope, fields))
  draft.changes.putMessage({ isNew: true, value: firstOf(turn, turnId, null) })
  return turn
}
