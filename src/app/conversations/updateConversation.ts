import type { Conversation, Json } from '../../domain/model.ts'
import { checkRetainDays } from '../../domain/erasure/retention.ts'
import { badInput } from '../../domain/refusals.ts'
import { requireScope } from '../access/accessRefused.ts'
import type { Scope } from '../scope.ts'
import type { ConversationResult } from './createConversation.ts'
import { checkMetadata, givenTitle } from '../write/checks.ts'
import { changeConversation } from '../write/changeConversation.ts'
import { newEvent } from '../write/draft/additions.ts'

export interface UpdateConversation {
  readonly id: string
  /** "" clears it. */
  readonly title?: string | null
  /** Merged key by key. */
  readonly metadata?: Json
  /** Kept as members of the metadata. */
  readonly archived?: boolean | null
  readonly pinned?: boolean | null
  /** How many days its content is kept; 0: forever, -1: as its tenant says. */
  readonly retainDays?: number | null
}

/** Renames a conversation ("" clears the title), archives or pins it, and merges metadata key by key. It is no activity. */
export async function updateConversation(scope: Scope, value: UpdateConversation): Promise<ConversationResult> {
  const { archived, pinned, retainDays } = value
  if ([value.title, value.metadata, archived, pinned, retainDays].every((one) => one == null))
    throw badInput('There is nothing to update: give "title", "metadata", "archived", "pinned" or "retainDays".', {}, [
      'title',
    ])
  checkRetainDays(retainDays ?? 0, -1)
  // What is not kept any longer is erased for good, which not everybody may do who may write.
  if (retainDays != null) requireScope(scope.principal, 'ERASE')
  const members = checkMetadata(value.metadata)
  const shelf = { ...(archived != null && { archived }), ...(pinned != null && { pinned }) }
  const input: UpdateConversation =
    archived == null && pinned == null ? value : { ...value, metadata: { ...members, ...shelf } }
  const { conversation } = await changeConversation(scope, input.id, (draft) => {
    draft.conversation = updated(draft.conversation, input)
    draft.events.push(newEvent(scope, 'UPDATE', input.id, { details: changed(input) }))
    return Promise.resolve({ result: null })
  })
  return { conversation, replayed: false }
}

function updated(conversation: Conversation, { title, metadata, retainDays }: UpdateConversation): Conversation {
  const { retainDays: before, ...others } = conversation
  const days = retainDays ?? before ?? -1
  return {
    ...others,
    ...(days >= 0 && { retainDays: days }),
    title: title == null ? conversation.title : givenTitle(title),
    metadata: { ...conversation.metadata, ...checkMetadata(metadata) },
  }
}

function changed({ title, metadata, retainDays }: UpdateConversation) {
  return {
    ...(title != null && { title }),
    ...(metadata != null && { metadata }),
    ...(retainDays != null && { retainDays }),
  }
}
