import { withHead } from '../domain/growth.ts'
import type { Conversation } from '../domain/model.ts'
import type { Act } from './act.ts'
import { textAt } from './headText.ts'
import { headOf } from './transcript.ts'

/** What a list of conversations shows of each. */
export interface Labels {
  readonly title: string
  readonly preview: string
}

/**
 * Returns the title and preview of a conversation with CURRENT values. They are kept with the conversation, but what a
 * fork inherited may have been corrected or deleted since, so a fork's are derived from its head: the same few reads for
 * a whole page of conversations.
 */
export async function labelsOf(act: Act, conversation: Conversation): Promise<Labels> {
  const { title, derivedTitle, preview } =
    conversation.forkedFrom === null ? conversation : await derived(act, conversation)
  return { title: title ?? derivedTitle, preview }
}

async function derived(act: Act, conversation: Conversation): Promise<Conversation> {
  const head = await headOf(act, conversation)
  return withHead(conversation, head, await textAt(act.reads, head))
}
