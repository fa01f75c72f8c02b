import type { Observation, TreeNode } from '../../../domain/model.ts'
import type { Scope } from '../../scope.ts'
import { copyObservation } from './copyObservation.ts'
import { addNode, type Draft } from './draft.ts'

/** What of a copy is not as in its original. */
export interface Changed extends Partial<
  Omit<Observation, 'id' | 'conversationId' | 'messageId' | 'copyOf' | 'place'>
> {
  /** The other parents of a join. */
  readonly others?: readonly TreeNode[]
}

/**
 * Adds a copy to a draft, and to what is kept of its message: it enters no snapshot, and counts only where its message is.
 */
export async function addCopy(
  scope: Scope,
  draft: Draft,
  parent: TreeNode | null,
  original: Observation,
  { others = [], ...changed }: Changed = {},
): Promise<TreeNode> {
  const copied = { ...copyObservation(scope, original, draft.conversation.id), ...changed }
  const copy = await addNode(scope, draft, parent, copied, null, others)
  const known = copy.messageId === null ? null : await draft.reads.message(copy.messageId)
  if (known?.conversationId === copy.conversationId)
    draft.changes.putMessage({ isNew: false, value: { ...known, observationCount: known.observationCount + 1 } })
  return copy
}
