import { waitingFor } from '../../../domain/records/importMarks.ts'
import type { ImportSource } from '../../../formats/importSource.ts'
import type { Scope } from '../../scope.ts'
import { pagesOf } from '../raw/pagesOf.ts'
import { storedFiles } from '../raw/rawLines.ts'
import { withSpooled, type SpoolRoom } from './spooled.ts'

/** Reads a file again as it is stored. */
type Again = (source: ImportSource, format: string, conversationId: string) => Promise<void>

const idsAtOnce = 500

/**
 * Reads again the files that go on from conversations which have just been imported: their past was missing when they
 * came, and is there now. So do those that go on from these.
 */
export async function readAwaiting(
  scope: Scope,
  imported: readonly string[],
  room: SpoolRoom,
  again: Again,
): Promise<void> {
  const seen = new Set<string>()
  for (let ids = imported; ids.length > 0;) {
    const results: string[] = []
    for (const page of pagesOf(ids, idsAtOnce)) results.push(...(await waitingOf(scope, page)))
    ids = results.filter((id) => !seen.has(id))
    for (const id of ids) {
      seen.add(id)
      await readAgain(scope, id, room, again)
    }
  }
}

async function waitingOf(scope: Scope, ids: readonly string[]): Promise<string[]> {
  const marks = await scope.store.importMarks(ids.map((id) => waitingFor.nameOf(id)))
  return [...new Set(marks.flatMap((mark) => waitingFor.read(mark) ?? []))]
}

async function readAgain(scope: Scope, id: string, room: SpoolRoom, again: Again): Promise<void> {
  const [conversation] = await scope.store.conversations([id])
  if (!conversation || conversation.deletedAt !== null) return
  for (const file of await storedFiles(scope, id)) {
    const [format = ''] = file.source.split(':')
    await withSpooled(file.open(), null, room, (source) => again(source, format, id))
  }
}
