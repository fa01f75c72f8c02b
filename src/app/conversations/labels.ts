import { keepsText, withHead } from '../../domain/tree/growth.ts'
import type { Conversation } from '../../domain/model.ts'
import type { Scope } from '../scope.ts'
import { textAt } from '../read/titles/titleAndPreview.ts'
import { headOf } from '../read/paths.ts'

/** What a list of conversations shows of each. */
export interface Labels {
  readonly title: string
  readonly preview: string
}

/**
 * Returns the title and preview of a conversation with CURRENT values. They are kept with the conversation, but what a
 * fork inherited, and what was copied of others, may have been corrected or deleted since, so theirs are derived from the
 * head: the same few reads for a whole page of conversations.
 */
export function labelsOf(scope: Scope, conversation: Conversation): Labels | Promise<Labels> {
  return keepsText(conversation) ? shownLabels(conversation) : derived(scope, conversation)
}

function shownLabels({ title, derivedTitle, preview }: Conversation): Labels {
  return { title: title ?? derivedTitle, preview }
}

async function derived(scope: Scope, conversation: Conversation): Promise<Labels> {
  const head = await headOf(scope, conversation)
  return shownLabels(withHead(conversation, head, await textAt(scope.reads, conversation, head)))
}
