import { newConversation } from '../../domain/messages/newConversation.ts'
import type { ConversationId } from '../../domain/model.ts'
import { asTreeNode } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { checkId } from '../write/checks.ts'
import { afterOf, changesOf, createDraft, openDraft } from '../write/draft/draft.ts'
import { newEvent } from '../write/draft/additions.ts'
import { commitSettled } from '../write/lanes/commit.ts'

/** Makes an empty conversation as the sidechain of another, which is made as well where it is not there; one that is there stays as it is. */
export async function openSidechain(scope: Scope, id: ConversationId, sidechainOf: ConversationId): Promise<void> {
  checkId(id, 'id')
  await commitSettled(scope, [id, sidechainOf], ([own, callers]) => {
    const nothing = { changes: null, after: new Map(), result: null }
    if (own?.frontier) return Promise.resolve(nothing)
    const event = newEvent(scope, 'CREATE', id)
    const made = createDraft(scope, null, newConversation(id, event.at, { sidechainOf }), null)
    made.events.push(event)
    const known = callers?.frontier
    const caller = known
      ? createDraft(scope, known, known.conversation, asTreeNode(known.head))
      : openDraft(scope, sidechainOf, null)
    const { shape } = caller.conversation
    caller.conversation = { ...caller.conversation, shape: { ...shape, sidechains: shape.sidechains + 1 } }
    const drafts = [made, caller]
    return Promise.resolve({ changes: changesOf(drafts), after: afterOf(drafts), result: null })
  })
}
