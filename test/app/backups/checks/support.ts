import { createNamed, type NamedRecords } from '../../../../src/app/backups/checks/named.ts'
import { Places } from '../../../../src/app/backups/checks/places.ts'
import type { StoredConversation } from '../../../../src/domain/contents.ts'
import { firstOf } from '../../../../src/domain/messages/messageSnapshot.ts'
import { newConversation } from '../../../../src/domain/messages/newConversation.ts'
import type { Message, TreeNode } from '../../../../src/domain/model.ts'
import type { Unsegmented } from '../../../../src/formats/ndjson/values.ts'
import { memoryScratch, type Scratch } from '../../../../src/formats/scratch.ts'
import type { DrawnTree } from '../../../support/tree/drawing.ts'

export const at = '2026-01-01T00:00:00.000000000Z'

/** Returns a node as a line of a file has it: its segment is made anew. */
export function unsegmented({ place, ...node }: TreeNode): Unsegmented {
  const { segmentId: _, ...rest } = place
  return { ...node, place: rest }
}

/** A file's lines, as far as all checks share them. */
export interface CheckedFile {
  readonly scratch: Scratch
  readonly named: NamedRecords
  readonly places: Places
}

export function emptyFile(): CheckedFile {
  return { scratch: memoryScratch(), named: createNamed(memoryScratch()), places: new Places(memoryScratch()) }
}

/** Returns a conversation of a drawing as it is stored, with its head at a node. */
export function storedConversation(drawn: DrawnTree, headId: string | null, id = 'c'): StoredConversation {
  const conversation = drawn.conversations.get(id) ?? newConversation(id, at)
  const turnCount = headId === null ? 0 : (drawn.observations.get(headId)?.place.turns ?? 0)
  return { ...conversation, headId, turnCount, lastSeq: 0 }
}

/** Returns the messages of a drawing of one turn each. */
export const messagesOf = (drawn: DrawnTree): Message[] =>
  [...drawn.observations.values()]
    .filter(({ messageId }) => messageId !== null)
    .map((node) => firstOf(node, node.id, null))
