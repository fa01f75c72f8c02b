import type { Conversation } from '../../domain/model.ts'
import type { Cell } from '../../formats/tables/table.ts'
import { labelsOf } from '../conversations/labels.ts'
import type { Scope } from '../scope.ts'

/** Returns a conversation's title and project as cells; a deleted one's title is hidden, as its words are. */
export async function namedCells(scope: Scope, conversation: Conversation): Promise<Cell[]> {
  const title = conversation.deletedAt === null ? (await labelsOf(scope, conversation)).title : null
  return [title, conversation.cwd]
}
