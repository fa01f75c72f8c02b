/** Thrown where a disk has no room for what is to be written; nothing of it was written. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull'
}

/** No space left, and the quota used up. */
const noRoom = new Set<unknown>(['ENOSPC', 'EDQUOT'])
const sqliteFull = 13

/** Says whether an error is of a disk without room, as Node or SQLite says it. */
export function isNoRoom(thrown: unknown): boolean {
  const { code, errcode } = (thrown ?? {}) as { readonly code?: unknown; readonly errcode?: unknown }
  return noRoom.has(code) || (typeof errcode === 'number' && (errcode & 0xff) === sqliteFull)
}

/** Returns the error of a temporary folder that has no room for something, of which so many bytes are known to be needed. */
export function temporaryFull(what: string, bytes: number, cause: unknown): StoreFull {
  const message = `The disk of the temporary folder is full: ${what} needs more than ${bytes} bytes there. TMPDIR names another folder.`
  return new StoreFull(message, { cause })
}

/** Returns what comes of work with files of the temporary folder; where that has no room, StoreFull says so, with the bytes that are known to be needed. */
export async function withTemporaryRoom<T>(what: string, bytes: () => number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    throw isNoRoom(thrown) ? temporaryFull(what, bytes(), thrown) : thrown
  }
}

/** Returns what comes of work with files; where the disk has no room for it, StoreFull says what found none. */
export async function withRoom<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    throw isNoRoom(thrown) ? new StoreFull(`The disk is full: ${what} found no room.`, { cause: thrown }) : thrown
  }
}
