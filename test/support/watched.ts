import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { exportConversation } from '../../src/app/exports/exportConversation.ts'
import { importTranscript } from '../../src/app/imports/job/importTranscript.ts'
import type { Scope } from '../../src/app/scope.ts'
import type { Failure } from '../../src/client/failures.ts'
import type { Machine } from '../../src/formats/knownFolders.ts'
import type { ImportSource } from '../../src/formats/importSource.ts'
import type { ImportFile } from '../../src/watch/importSession.ts'
import { placesOf } from '../../src/watch/places.ts'
import { watchSessions, type Watching } from '../../src/watch/watchSessions.ts'
import { waitFor } from './waitFor.ts'

/** A home folder with a watcher over it, and what that does. */
export interface Watched {
  readonly home: string
  readonly watching: Watching
  /** Files of which something was stored, in order. */
  readonly imported: string[]
  readonly failures: Failure[]
  /** Ids of the conversations that came. */
  readonly ids: Set<string>
  /** Resolves once that holds. */
  until(holds: () => boolean | Promise<boolean>): Promise<void>
  close(): Promise<void>
}

/** Returns a home folder that is removed with the process. */
export function homeFolder(): string {
  const home = mkdtempSync(join(tmpdir(), 'turngraph-home-'))
  process.once('exit', () => rmSync(home, { recursive: true, force: true }))
  return home
}

/** Returns a path in a folder, with the folders above it made. */
export function placeIn(folder: string, ...names: readonly string[]): string {
  const path = join(folder, ...names)
  mkdirSync(dirname(path), { recursive: true })
  return path
}

export const machineAt = (home: string): Machine => ({ platform: process.platform, home, env: {} })

/** Returns what imports files as a client does. */
export const importInto = (scope: () => Scope) => (source: ImportSource) =>
  importTranscript(scope(), { source, origin: 'IMPORT' })

/** Watches the known folders of a home folder, or those that are named. */
export function watched(
  home: string,
  importFile: ImportFile,
  named: readonly string[] = ['auto'],
  answerMs?: number,
): Watched {
  const [imported, failures, ids]: [string[], Failure[], Set<string>] = [[], [], new Set()]
  const watching = watchSessions({
    places: placesOf(named, machineAt(home)),
    machine: machineAt(home),
    importFile,
    ...(answerMs !== undefined && { answerMs }),
    imported(path, { report, conversationIds }) {
      for (const id of conversationIds) ids.add(id)
      if (report.added > 0) imported.push(path)
    },
    failed(failure) {
      failures.push(failure)
    },
  })
  const until: Watched['until'] = async (holds) => {
    await waitFor(holds, { every: 20, told: () => failures.map(({ message }) => message).join('\n') })
  }
  return { home, watching, imported, failures, ids, until, close: () => watching.close() }
}

/** Returns the file that a conversation was imported from. */
export async function originalOf(scope: Scope, conversationId: string): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of exportConversation(scope, { conversationId, format: 'ORIGINAL' }))
    pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}
