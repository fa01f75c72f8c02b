import type { ConversationFilter } from '../documents/generated.ts'

/** What of the list is chosen by hand. */
export interface Chosen {
  readonly text: string
  /** Words that stand in any turn. */
  readonly words: string
  readonly origin: '' | 'HOST' | 'IMPORT' | 'EXPERIMENT'
  /** A project or one of its work trees. */
  readonly cwd: string
  /** The folders that it stands for. */
  readonly folders: readonly string[]
  readonly days: '' | '1' | '7' | '30'
  /** The time so many days before they were chosen; null: any. */
  readonly since: string | null
  readonly forks: boolean
  readonly sidechains: boolean
  /** Archived ones alone. */
  readonly archived: boolean
  /** Those in which a tool failed alone. */
  readonly failures: boolean
  /** Deleted ones, too. */
  readonly deleted: boolean
}

/** What is listed at first: all but the conversations of sub-agents, which stand where they were started. */
export const everything: Chosen = {
  ...{ text: '', words: '', origin: '', cwd: '', folders: [], days: '', since: null },
  ...{ forks: true, sidechains: false, archived: false, failures: false, deleted: false },
}

/** Returns the filter that the API is asked with. */
export function filterOf(chosen: Chosen): ConversationFilter {
  const { text, words, origin, folders, since, forks, sidechains, archived, failures, deleted } = chosen
  return {
    ...(text.trim() !== '' && { title: text.trim() }),
    ...(words.trim() !== '' && { text: words.trim() }),
    ...(origin !== '' && { origin: [origin] }),
    ...(folders.length > 0 && { cwds: [...folders] }),
    ...(since !== null && { activeAfter: since }),
    ...(!forks && { forks }),
    ...(!sidechains && { sidechains }),
    ...(archived && { archived }),
    ...(failures && { failures }),
    ...(deleted && { includeDeleted: deleted }),
  }
}
