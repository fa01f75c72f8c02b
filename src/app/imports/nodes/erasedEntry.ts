import { tombstone } from '../../../domain/erasure/tombstone.ts'
import type { MessageChange } from '../../../domain/changes.ts'
import { firstOf } from '../../../domain/messages/messageSnapshot.ts'
import type { Message, TreeNode } from '../../../domain/model.ts'
import type { Unplaced } from '../../../domain/tree/placement.ts'
import { contentHash } from '../../../domain/tree/pathHash.ts'

/** Returns what is stored of an entry that says what was erased: where it stands and what it counts, as of what was erased itself. */
export function emptiedEntry(entry: Unplaced, erasureId: string): Unplaced {
  const left = tombstone(entry, erasureId)
  // Of what it said no digest is made.
  return { ...left, place: null, contentHash: contentHash(left) }
}

/** Returns what such an entry makes of its message: nothing of what that says. */
export function messageOfEmptied(node: TreeNode, turnId: string | null, known: Message | null): MessageChange | null {
  if (node.messageId === null || turnId === null || node.role === null) return null
  if (known) return { isNew: false, value: { ...known, observationCount: known.observationCount + 1 } }
  return { isNew: true, value: { ...firstOf(node, turnId, null), erased: true } }
}
