import { importName } from '../app/imports/sources/recognisedFile.ts'
import { taskFiles } from '../app/imports/sources/taskFiles.ts'
import { fileSource } from '../app/fileSource.ts'
import type { Imported } from '../client/graphClient.ts'
import type { ImportSource } from '../formats/importSource.ts'
import { partOfFile } from './partOfFile.ts'
import { isWholeJson, wholeLines } from './wholeEnd.ts'
import type { Standing } from './walk.ts'

/** Stores a transcript; the same again adds nothing, and a longer state the rest. */
export type ImportFile = (source: ImportSource) => Promise<Imported>

/** Imports what of a session's file is whole, with what lies beside a task of Cline; answers null where that is nothing yet. */
export async function importSession({ path, size }: Standing, importFile: ImportFile): Promise<Imported | null> {
  const name = importName(path)
  const end = await wholeEnd(path, size)
  if (end === 0) return null
  const task = end === size ? await taskFiles(path) : null
  return importFile(task === null ? partOfFile(path, name, end) : await task.read())
}

async function wholeEnd(path: string, size: number): Promise<number> {
  if (/\.jsonl$/i.test(path)) return wholeLines(fileSource(path, path), size)
  if (/\.json$/i.test(path)) return (await isWholeJson(partOfFile(path, path, size))) ? size : 0
  return size
}
