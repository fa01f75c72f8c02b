import { importStates, type ImportState } from '../../domain/records/importMarks.ts'
import type { Conversation } from '../../domain/model.ts'
import type { Scope } from '../scope.ts'

/** Returns what the last import left of a conversation; null when it was not imported. */
export async function importedState(scope: Scope, { id }: Conversation): Promise<ImportState | null> {
  const [mark] = await scope.store.importMarks([importStates.nameOf(id)])
  return importStates.read(mark)
}

/** Says whether nothing was stored, and no head moved, but by importers. Deletions are seen on the path alone. */
export function isAsImported({ headId, shape }: Conversation, state: ImportState | null): boolean {
  return state !== null && state.head === headId && state.nodes === shape.nodes
}
