import { idInPath } from '../../../runtime/idInPath.ts'
import { saveExport } from '../../data/saveExport.ts'
import type { MadeSession } from './useSession.ts'

/** Saves the file of a session under its name; answers why it could not, or null. */
export async function saveSession({ conversationId, id, fileName }: MadeSession): Promise<string | null> {
  const place = `export/${idInPath(conversationId)}?session=${encodeURIComponent(id)}`
  return (await saveExport(place, 'The session could not be saved.', fileName)).fault
}
