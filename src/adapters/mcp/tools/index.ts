import type { Tool } from '../tool.ts'
import { getTranscript } from './getTranscript.ts'
import { forkConversation, rewindConversation } from './moving.ts'
import { getContext, getTurn, listConversations, listObservations, showTree } from './reading.ts'
import { search } from './search.ts'
import { storeTurn, storeTurns } from './storing.ts'

/** Which tools a host gets: it pays for each in its model's context. */
export type ToolSet = 'core' | 'all'

const core: readonly Tool[] = [
  storeTurn,
  storeTurns,
  listConversations,
  getTranscript,
  getTurn,
  listObservations,
  forkConversation,
  rewindConversation,
  showTree,
  getContext,
  search,
]

/** Returns the tools of a set; of them those that only read, where that is wanted. */
export async function toolsOf(set: ToolSet, readOnly: boolean): Promise<readonly Tool[]> {
  const tools = set === 'core' ? core : [...core, ...(await import('./more.ts')).more]
  return readOnly ? tools.filter(({ annotations }) => annotations.readOnlyHint === true) : tools
}
