import { dirname } from 'node:path'
import { importName } from '../app/imports/sources/recognisedFile.ts'
import { taskFiles } from '../app/imports/sources/taskFiles.ts'
import { fileSource, type OpenFile } from '../app/fileSource.ts'
import type { Imported } from '../client/graphClient.ts'
import type { Format } from '../formats/format.ts'
import { createFindings } from '../formats/findings.ts'
import { bytesSource, type ImportSource } from '../formats/importSource.ts'
import { memoryScratch } from '../formats/scratch.ts'
import { partOfFile } from './partOfFile.ts'
import { isWholeJson, wholeLines } from './wholeEnd.ts'
import { openIn, type FileState } from './walk.ts'

/**
 * Stores a transcript that lies at a path; the same again adds nothing, and a longer state the rest. `ownerOf` says whose its
 * first lines are, where they tell.
 */
export type ImportFile = (source: ImportSource, path: string, ownerOf: OwnerOf) => Promise<Imported>
export type OwnerOf = () => Promise<string | null>

/** What came of a session's file. */
export interface SessionImport {
  /** Null where nothing of it is whole yet. */
  readonly imported: Imported | null
  /** When the rest is taken as it is, where it is an answer of which more may come; null where there is none. */
  readonly restAt: number | null
}

/** So long nothing is written when an answer of which more was to come is taken as it is, in milliseconds. */
export const answerMs = 30_000

/** Imports what of a session's file is whole, with what lies beside a task of Cline. */
export async function importSession(
  { path, place, size, modifiedMs }: FileState,
  format: Format | null,
  importFile: ImportFile,
  waitMs = answerMs,
): Promise<SessionImport> {
  const name = importName(path)
  // What lies beside a task's messages that were named themselves lies in their folder.
  const openFile: OpenFile = (one) => openIn(place === path && one !== path ? dirname(path) : place, one)
  const lines = await wholeEnd(path, size, openFile)
  const restAt = modifiedMs + waitMs
  // A clock that is behind would have it wait forever.
  const now = Date.now()
  const isWritten = modifiedMs <= now + waitMs && now < restAt && format?.wholeAnswers !== undefined
  const end = isWritten ? await answersIn(format, path, lines, openFile) : lines
  const rest = end < lines ? restAt : null
  if (end === 0) return { imported: null, restAt: rest }
  const task = end === size ? await taskFiles(path, openFile) : null
  const source = task === null ? partOfFile(path, name, end, openFile) : await task.read()
  return { imported: await importFile(source, path, () => ownerIn(source, format)), restAt: rest }
}

async function answersIn(format: Format, path: string, end: number, openFile: OpenFile): Promise<number> {
  // What is packed is a file of the past.
  return /\.jsonl$/i.test(path) ? ((await format.wholeAnswers?.(fileSource(path, path, openFile), end)) ?? end) : end
}

async function wholeEnd(path: string, size: number, openFile: OpenFile): Promise<number> {
  if (/\.jsonl$/i.test(path)) return wholeLines(fileSource(path, path, openFile), size)
  if (/\.json$/i.test(path)) return (await isWholeJson(partOfFile(path, path, size, openFile))) ? size : 0
  return size
}

/** The beginning of a file by which its agent is recognised, in bytes. */
const beginningBytes = 256 * 1024
const newline = 0x0a

/** Returns the conversation to which a format gives the first lines of a file; null where they do not tell. */
async function ownerIn(source: ImportSource, format: Format | null): Promise<string | null> {
  const read = Buffer.from(await source.slice(0, beginningBytes))
  const lines = read.subarray(0, read.lastIndexOf(newline) + 1)
  const nothing = { scratch: memoryScratch(), findings: createFindings(), conversationId: null }
  const options = { ...nothing, seal: (digest: string) => digest, stored: () => Promise.resolve([]) }
  try {
    const reading = lines.length === 0 ? null : await format?.read?.(bytesSource(source.name, lines), options)
    const [owner = null] = reading ? [...reading.lineOwners()] : []
    return owner
  } catch {
    return null
  }
}
