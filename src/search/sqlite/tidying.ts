import { isLogEmptied, type Connection } from '../../storage/sqlite/connection/connection.ts'

/** Makes an index smaller while nothing is written to it. */
export interface Tidying {
  /** Does a part of the work; answers whether there is more. Throws while another process is at the same file. */
  step(): boolean
}

/** Pages of words that are merged at once: a search waits for no more. */
const pagesAtOnce = 200
/** From two on, parts of the index that are about as large are merged: so each word is written again as often as its index doubles. */
const mergedFrom = 2
const setMergedFrom = `INSERT INTO documents (documents, rank) VALUES ('usermerge', ${mergedFrom})`
const isMergedFrom = `SELECT 1 FROM documents_config WHERE k = 'usermerge' AND v = ${mergedFrom}`
const mergeSome = `INSERT INTO documents (documents, rank) VALUES ('merge', ${pagesAtOnce})`
/** A larger file keeps its free pages, which are used again: it would be rewritten in one go. */
const mostBytes = 64 * 1024 * 1024
/** It is rewritten once one page in so many is free. */
const freeShare = 4

/** Returns what tidies an index: small writes leave many parts, which hold the same words again, and merging them leaves free pages. */
export function tidyingOf(connection: Connection): Tidying {
  const numberOf = (sql: string) => Number(connection.get(sql)?.[0] ?? 0)
  /** FTS5 counts one change where there was nothing to merge. */
  const isMerged = (): boolean => {
    if (connection.get(isMergedFrom) === null) connection.run(setMergedFrom)
    const before = numberOf('SELECT total_changes()')
    connection.run(mergeSome)
    return numberOf('SELECT total_changes()') - before < 2
  }
  const giveBack = (): void => {
    const [pages, free] = [numberOf('PRAGMA page_count'), numberOf('PRAGMA freelist_count')]
    if (free * freeShare < pages || pages * numberOf('PRAGMA page_size') > mostBytes) return
    connection.exec('VACUUM')
    isLogEmptied(connection)
  }
  return {
    step() {
      if (!isMerged()) return true
      giveBack()
      return false
    },
  }
}
