import { importStateMark } from '../../domain/importMarks.ts'
import type { Conversation } from '../../domain/model.ts'
import { readImportState, type ImportState } from '../imports/importJob.ts'
import type { Scope } from '../scope.ts'

/** Returns what the last import left of a conversation; null when it was not imported. */
export async function importedState(scope: Scope, { id }: Conversation): Promise<ImportState | null> {
  const [mark] = await scope.store.importMarks([importStateMark(id)])
  return readImportState(mark?.value)
}

/** Says whether nothing was stored, and no head moved, but by importers. Deletions are seen on the path alone. */
export function isAsImported({ headId, shape }: Conversation, state: ImportState | null): boolean {
  return state !== null && state.head === headId && state.nodes === shape.nodes
}
