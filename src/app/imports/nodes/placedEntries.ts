import type { PlannedNode } from '../../../formats/plan.ts'
import type { Known } from '../job/importJob.ts'

/** An entry of a file by its id, in one conversation: another may have an entry of the same id. */
export type EntryName = Pick<PlannedNode, 'conversationId' | 'externalId'>

/** What is remembered of entries, by their keys. */
export interface EntryMemory {
  get(key: string): Known | undefined
  set(key: string, value: Known): void
}

/** Returns by what an entry is remembered. */
export const entryKey = ({ conversationId, externalId }: EntryName) => `${conversationId}\n${externalId}`

/** Returns by what an entry is remembered whose id is of one entry in whichever conversation: none is called so. */
export const entryKeyAnywhere = (externalId: string) => entryKey({ conversationId: '', externalId })

/** Remembers what an entry is for its conversation and, where ids are of one entry wherever it stands, for all. */
export function rememberEntry(memory: EntryMemory, node: EntryName & Pick<PlannedNode, 'exact'>, known: Known): void {
  memory.set(entryKey(node), known)
  if (!node.exact) memory.set(entryKeyAnywhere(node.externalId), known)
}
