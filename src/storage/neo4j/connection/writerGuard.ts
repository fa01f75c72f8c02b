import { StoreOutdated } from '../../graphStore.ts'
import { isArithmetic } from './failures.ts'

/** Returns the number of the oldest writer that the schema takes, and null where the database has no schema. */
export type OldestWriter = () => Promise<number | null>

/**
 * Stands in front of each statement that writes: it fails where the schema takes newer writers only, and with it all that its
 * transaction wrote. A filter that found nothing would leave statements that answer with a count to answer 0.
 */
const MAY_WRITE = `OPTIONAL MATCH (schema:SchemaVersion {name: 'turngraph'})
WITH schema WHERE 1 / CASE WHEN schema.minWriter <= $q.writer THEN 1 ELSE 0 END = 1
`
/** Reads what `OldestWriter` returns. */
export const OLDEST_WRITER = `MATCH (schema:SchemaVersion {name: 'turngraph'}) RETURN schema.minWriter AS minWriter`

/** Returns a statement that writes, with the question in front whether it may; its parameters need a \`writer\`. */
export const guarded = (statement: string): string => MAY_WRITE + statement

/** What refuses the writes of a process whose version is older than the schema takes. */
export interface WriterGuard {
  /** Resolves once a newer version has taken the database over. */
  readonly outdated: Promise<void>
  /** Asks the database, and throws StoreOutdated where this process writes no more. */
  check(): Promise<void>
  /** Returns what a write returns; throws StoreOutdated where that is why it failed. */
  around<T>(write: () => Promise<T>): Promise<T>
}

/** Returns the guard of a writer of that number. */
export function writerGuard(writer: number, oldestWriter: OldestWriter): WriterGuard {
  let refusal: StoreOutdated | null = null
  let tell = () => {}
  const outdated = new Promise<void>((resolve) => (tell = resolve))
  const check = async () => {
    const oldest = refusal === null ? await oldestWriter() : null
    if (oldest !== null && oldest > writer) {
      refusal ??= new StoreOutdated(`${newer} (its schema takes writers from ${oldest} on, this is ${writer}).`)
      tell()
    }
    if (refusal) throw refusal
  }
  return {
    outdated,
    check,
    around: async (write) => {
      if (refusal) throw refusal
      try {
        return await write()
      } catch (error) {
        if (isArithmetic(error)) await check()
        throw error
      }
    },
  }
}

const newer = 'A newer version of turngraph has taken the database over, and this one writes to it no more'
