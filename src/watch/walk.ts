import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { CommandFailed } from '../client/failures.ts'
import { isEntered, type IsFollowed } from './places.ts'

/** A file as it stands on the disk. */
export interface FileState {
  readonly path: string
  readonly size: number
  readonly modifiedMs: number
  /** Another one where another file, or folder, has taken its place. */
  readonly inode: number
  /** Changes whenever the file does. */
  readonly stamp: string
}

/** Told of what cannot be read. */
export type Unreadable = (path: string, thrown: unknown) => void

/** Yields the files of sessions at a path and below it; a path at which there is nothing has none. */
export async function* filesAt(
  path: string,
  isFollowed: IsFollowed,
  unreadable: Unreadable,
): AsyncGenerator<FileState> {
  try {
    const status = await stat(path)
    if (status.isDirectory()) yield* filesBelow(path, isFollowed, unreadable)
    else if (status.isFile()) yield fileStateOf(path, status)
    else unreadable(path, noFile(path))
  } catch (thrown) {
    if (!isMissing(thrown)) unreadable(path, thrown)
  }
}

async function* filesBelow(folder: string, isFollowed: IsFollowed, unreadable: Unreadable): AsyncGenerator<FileState> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() ? isEntered(basename(path)) : entry.isFile() && isFollowed(path))
      yield* filesAt(path, isFollowed, unreadable)
  }
}

/** Returns how a file stands; null where there is none. */
export async function fileStateAt(path: string): Promise<(FileState & { readonly isFile: boolean }) | null> {
  try {
    const status = await stat(path)
    return { ...fileStateOf(path, status), isFile: status.isFile() }
  } catch (thrown) {
    if (isMissing(thrown)) return null
    throw thrown
  }
}

function fileStateOf(
  path: string,
  status: { readonly size: number; readonly mtimeMs: number; readonly ino: number },
): FileState {
  const { size, mtimeMs: modifiedMs, ino: inode } = status
  return { path, size, modifiedMs, inode, stamp: `${inode}:${size}:${modifiedMs}` }
}

/** A pipe or a device has no end: who opens one waits for ever. */
const noFile = (path: string) =>
  new CommandFailed('FILE_UNUSABLE', `"${path}" is neither a file nor a folder.`, { path, reason: 'NOT_A_FILE' })

/** Says whether a file is not there, or not any more. */
export function isMissing(thrown: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((thrown as NodeJS.ErrnoException).code ?? '')
}
