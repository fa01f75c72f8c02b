/** Thrown where a disk has no room for what is to be written; nothing of it was written. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull'
}

/** No space left, and the quota used up. */
const noRoom = new Set<unknown>(['ENOSPC', 'EDQUOT'])

/** Returns what comes of work with files; where the disk has no room for it, StoreFull says what found none. */
export async function withRoom<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (!noRoom.has((thrown as NodeJS.ErrnoException | null)?.code)) throw thrown
    throw new StoreFull(`The disk is full: ${what} found no room. Nothing was written.`, { cause: thrown })
  }
}
