import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { inOrder, type Recognised } from '../../app/imports/sources/inOrder.ts'
import { fileSource } from '../../app/fileSource.ts'
import type { Member } from '../../formats/archive.ts'
import { bytesSource, type ImportSource } from '../../formats/importSource.ts'
import { isPieceName, sessionsIn } from '../../formats/openCode/storage.ts'
import type { FailureCode } from '../../client/failureCodes.ts'
import { CommandFailed, failureOf } from '../../client/failures.ts'
import { recognised } from '../../app/imports/sources/recognisedFile.ts'
import { taskFiles } from '../../app/imports/sources/taskFiles.ts'

/** A file to import, or a path at which there is none. */
export type FileFound =
  | {
      readonly path: string
      readonly bytes: number
      /** Files beside it that are taken with it. */
      readonly beside?: readonly string[]
      readonly read?: () => Promise<ImportSource>
    }
  | { readonly path: string; readonly failure: CommandFailed }

export interface FilesFound {
  readonly files: readonly FileFound[]
  /** Those in folders that are no transcripts. */
  readonly others: readonly string[]
}

/** What programs keep for themselves: no transcript lies there. */
const leftAlone: ReadonlySet<string> = new Set(['node_modules', '.git'])

/**
 * Returns the files that paths name: themselves, or all transcripts in a folder and below, its own files first, those of
 * one conversation in the order in which they are to be read, and copies after what they may be copies of.
 */
export async function filesBelow(paths: readonly string[]): Promise<FilesFound> {
  const files: FileFound[] = []
  const others: string[] = []
  for (const path of paths) files.push(...(await filesAt(path, others)))
  return { files, others }
}

async function filesAt(path: string, others: string[]): Promise<FileFound[]> {
  try {
    const status = await stat(path)
    if (!status.isDirectory()) return [await withBeside(path, status.size)]
    const results: FileFound[] = []
    const rest: string[] = []
    await takeFolder(path, results, rest)
    results.push(...(await sessionsOf(rest)))
    const taken = new Set(results.flatMap((file) => [file.path, ...('beside' in file ? (file.beside ?? []) : [])]))
    others.push(...rest.filter((other) => !taken.has(other) && !isPieceName(other)))
    return results.length > 0 ? results : [refused(path, 'NO_TRANSCRIPT', `"${path}" holds no transcript.`)]
  } catch (thrown) {
    const { code, message } = failureOf(thrown)
    return [refused(path, code, message)]
  }
}

async function takeFolder(folder: string, results: FileFound[], others: string[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = (kind: 'isFile' | 'isDirectory') =>
    entries.flatMap((entry) => (entry[kind]() ? [entry.name] : [])).sort()
  const own: (Recognised & { readonly name: string })[] = []
  for (const name of names('isFile')) {
    const marks = await recognised(join(folder, name))
    if (marks) own.push({ name, ...marks })
    else others.push(join(folder, name))
  }
  for (const { name } of inOrder(own))
    results.push(await withBeside(join(folder, name), (await stat(join(folder, name))).size))
  for (const name of names('isDirectory').filter((one) => !leftAlone.has(one)))
    await takeFolder(join(folder, name), results, others).catch((thrown: unknown) => {
      const { code, message } = failureOf(thrown)
      results.push(refused(join(folder, name), code, message))
    })
}

/** A file, and with the messages of a task of Cline what lies beside them. */
async function withBeside(path: string, bytes: number): Promise<FileFound> {
  const task = await taskFiles(path)
  return task === null ? { path, bytes } : { path, bytes: task.bytes, beside: task.paths, read: task.read }
}

/** The sessions of OpenCode of which files in a folder are pieces. */
async function sessionsOf(paths: readonly string[]): Promise<FileFound[]> {
  const members: Member[] = []
  for (const name of paths)
    if (isPieceName(name))
      members.push({ name, byteSize: (await stat(name)).size, open: () => fileSource(name, name).open() })
  return (await sessionsIn(members)).map((session) => ({
    path: session.name,
    bytes: session.byteSize,
    read: async () => bytesSource(basename(session.name), await buffer(session.open())),
  }))
}

function refused(path: string, code: FailureCode, message: string): FileFound {
  return { path, failure: new CommandFailed(code, message, { path }) }
}
