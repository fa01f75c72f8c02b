import { automaticPurge, type AutomaticPurge, type Purging } from './automaticPurge.ts'

/** The purge of a server, which begins once its parts are there. */
export interface ServedPurge {
  begin(parts: Omit<Purging, 'limit' | 'bytes'>): void
  readonly erased: () => void
  /** Returns what is called after each write, and takes note of it as well. */
  following<A extends readonly unknown[]>(written: (...args: A) => void): (...args: A) => void
  stop(): Promise<void>
}

/** Returns a server's purge of files of up to `limit` bytes; null: it does nothing. */
export function servedPurge(limit: number | null, bytes: Purging['bytes']): ServedPurge {
  let purge: AutomaticPurge | null = null
  return {
    begin: (parts) => {
      if (limit !== null) purge = automaticPurge({ ...parts, limit, bytes })
    },
    erased: () => purge?.erased(),
    following:
      (written) =>
      (...args) => {
        purge?.written()
        written(...args)
      },
    stop: async () => purge?.stop(),
  }
}
