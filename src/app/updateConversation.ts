import type { Conversation } from '../domain/model.ts'
import { badInput, notFound } from '../domain/refusals.ts'
import type { Act, ConversationResult } from './act.ts'
import { checkMetadata, givenTitle } from './checks.ts'
import { commit } from './commit.ts'
import { afterOf, changesOf, createDraft } from './drafts.ts'
import { eventOf } from './events.ts'
import type { UpdateConversation } from './inputs.ts'
import { treeNode } from './paths.ts'

/** Renames a conversation ("" clears the title) and merges metadata key by key. It is no activity. */
export async function updateConversation(act: Act, input: UpdateConversation): Promise<ConversationResult> {
  if (input.title == null && input.metadata == null)
    throw badInput('There is nothing to update: give "title" or "metadata".', {}, ['title'])
  checkMetadata(input.metadata)
  const { result } = await commit(act, [input.id], ([standing]) => {
    const frontier = standing?.frontier ?? null
    if (!frontier) throw notFound('Conversation', input.id)
    if (frontier.conversation.deletedAt !== null) throw notFound('Conversation', input.id, true)
    const draft = createDraft(act, frontier, updated(frontier.conversation, input), treeNode(frontier.head))
    draft.events.push(eventOf(act, 'UPDATE', input.id, { details: changed(input) }))
    const changes = changesOf([draft], null)
    return Promise.resolve({
      changes,
      after: afterOf([draft]),
      result: changes.conversations[0]?.value ?? draft.conversation,
    })
  })
  return { conversation: result, replayed: false }
}

function updated(conversation: Conversation, { title, metadata }: UpdateConversation): Conversation {
  return {
    ...conversation,
    title: title == null ? conversation.title : givenTitle(title),
    metadata: { ...conversation.metadata, ...checkMetadata(metadata) },
  }
}

function changed({ title, metadata }: UpdateConversation) {
  return { ...(title == null ? {} : { title }), ...(metadata == null ? {} : { metadata }) }
}
