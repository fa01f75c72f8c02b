import { constants, type Stats } from 'node:fs'
import { lstat, open, readdir, readlink, realpath, stat, type FileHandle } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { CommandFailed, isMissingFile } from '../client/failures.ts'
import { isEntered, type IsFollowed } from './places.ts'

/** A file as it stands on the disk. */
export interface FileState {
  readonly path: string
  /** The file or folder that was named, and that it is or lies in. */
  readonly place: string
  readonly size: number
  readonly modifiedMs: number
  /** Another one where another file, or folder, has taken its place. */
  readonly inode: number
  /** Changes whenever the file does. */
  readonly stamp: string
}

/** Told of what cannot be read. */
export type Unreadable = (path: string, thrown: unknown) => void

/**
 * Returns the status of what is at a path in a place; null where a link leads out of the place. The one rule for links, at the
 * start, in a sweep and by an event: what is named may be a link, what is in it is none, and lies below where that is.
 */
export async function statusIn(place: string, path: string): Promise<Stats | null> {
  if (path === place) return stat(path)
  const status = await lstat(path)
  if (status.isSymbolicLink()) return null
  const [real, realPlace] = await Promise.all([realpath(path), realpath(place)])
  return isInside(realPlace, real) ? status : null
}

/**
 * Opens a file in a place for reading: first it is opened, then it is looked up what was opened, so that a link that takes a file's or
 * a folder's place in between is refused. What leads out of the place is refused as a file that is gone.
 */
export async function openIn(place: string, path: string): Promise<FileHandle> {
  // Windows has neither, and they count for nothing there; a pipe that took a file's place would keep the opening waiting.
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const file = await open(path, O_RDONLY | O_NONBLOCK | (path === place ? 0 : O_NOFOLLOW))
  if (await liesIn(place, path, file).catch(() => false)) return file
  await file.close()
  throw Object.assign(new Error(`"${path}" is no file in "${place}" any more.`), { code: 'ENOENT', path })
}

/** Says whether what was opened at a path is a file in a place. */
async function liesIn(place: string, path: string, file: FileHandle): Promise<boolean> {
  const opened = await file.stat({ bigint: true })
  if (path === place) return opened.isFile()
  const [real, realPlace] = await Promise.all([realpath(path), realpath(place)])
  const there = await lstat(real, { bigint: true })
  const isSame = there.dev === opened.dev && there.ino === opened.ino
  return opened.isFile() && isSame && isInside(realPlace, real) && isInside(realPlace, await nameOf(file, real))
}

/** Where the system says that an open file lies, whatever its path has become meanwhile; the path where the system does not say it. */
const nameOf = (file: FileHandle, path: string): Promise<string> =>
  process.platform === 'linux' ? readlink(`/proc/self/fd/${file.fd}`).catch(() => path) : Promise.resolve(path)

/** Says whether a path is a folder or lies in it. */
function isInside(folder: string, path: string): boolean {
  const below = relative(folder, path)
  return below !== '..' && !below.startsWith(`..${sep}`) && join(folder, below) === path
}

/** Yields the files of sessions at a path and below it; a path at which there is nothing has none. `place`: what was named. */
export async function* filesAt(
  path: string,
  isFollowed: IsFollowed,
  unreadable: Unreadable,
  place: string = path,
): AsyncGenerator<FileState> {
  try {
    const status = await statusIn(place, path)
    if (status === null) return
    if (status.isDirectory()) yield* filesBelow(path, isFollowed, unreadable, place)
    else if (status.isFile()) yield fileStateOf(path, place, status)
    else unreadable(path, neither(path))
  } catch (thrown) {
    if (!isMissingFile(thrown)) unreadable(path, thrown)
  }
}

async function* filesBelow(
  folder: string,
  isFollowed: IsFollowed,
  unreadable: Unreadable,
  place: string,
): AsyncGenerator<FileState> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() ? isEntered(basename(path)) : entry.isFile() && isFollowed(path))
      yield* filesAt(path, isFollowed, unreadable, place)
  }
}

/** Returns how a file stands in one of the places that were named; null where there is none that a link does not lead to. */
export async function fileStateAt(
  path: string,
  places: readonly string[] = [path],
): Promise<(FileState & { readonly isFile: boolean }) | null> {
  for (const place of places)
    try {
      const status = isInside(place, path) ? await statusIn(place, path) : null
      if (status !== null) return { ...fileStateOf(path, place, status), isFile: status.isFile() }
    } catch (thrown) {
      if (!isMissingFile(thrown)) throw thrown
    }
  return null
}

function fileStateOf(path: string, place: string, { size, mtimeMs: modifiedMs, ino: inode }: Stats): FileState {
  return { path, place, size, modifiedMs, inode, stamp: `${inode}:${size}:${modifiedMs}` }
}

/** A pipe or a device has no end: who opens one waits forever. */
const neither = (path: string) =>
  new CommandFailed('FILE_UNUSABLE', `"${path}" is neither a file nor a folder.`, { path, reason: 'NOT_A_FILE' })
