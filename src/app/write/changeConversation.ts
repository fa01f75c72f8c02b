import type { Conversation, Json } from '../../domain/model.ts'
import type { Changes } from '../../domain/changes.ts'
import { afterOf, changesOf, draftOf, type Draft } from './draft/draft.ts'
import { commitSettled, type StoredLine, type WriteScope } from './lanes/commit.ts'

/** What is decided on the draft of a conversation. */
interface Decided<R, K extends Json> {
  readonly result: R
  /** What the key of the command is bound to. */
  readonly record?: K
  /** Returns what is written beside the draft with it. */
  readonly beside?: (changes: Changes) => Changes
}

/** What was decided, and the conversation as it is then. */
interface Changed<R> {
  readonly result: R
  readonly conversation: Conversation
  readonly stored: StoredLine
}

/**
 * Decides on one conversation, once earlier writes of it are done, and writes what its draft holds then: nothing where no
 * event says that there is something. `open` makes the draft; unless given it refuses an unknown or deleted conversation.
 */
export async function changeConversation<R, K extends Json = never>(
  scope: WriteScope<K>,
  conversationId: string,
  decide: (draft: Draft) => Promise<Decided<R, K>>,
  open: typeof draftOf = draftOf,
): Promise<Changed<R>> {
  const { result, stored } = await commitSettled(scope, [conversationId], async ([laneState]) => {
    const draft = open(scope, conversationId, laneState?.frontier ?? null)
    const { result, beside, ...bound } = await decide(draft)
    if (draft.events.length === 0)
      return { changes: null, after: new Map(), result: { result, conversation: draft.conversation } }
    const changes = changesOf([draft])
    const conversation = changes.conversations[0]?.value ?? draft.conversation
    return {
      changes: beside ? beside(changes) : changes,
      after: afterOf([draft]),
      result: { result, conversation },
      ...bound,
    }
  })
  return { ...result, stored }
}
