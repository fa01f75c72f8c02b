import { documentWords } from '../../domain/search/searchDocument.ts'
import type { Block, Marker, Observation, ObservationKind, Role, Tenant } from '../../domain/model.ts'
import { resultCode, type Connection, type SqlRow } from '../../storage/sqlite/connection/connection.ts'
import { ReadTooLarge } from '../../storage/graphStore.ts'
import type { IndexFile, IndexMark } from './indexFile.ts'

/** Rows are added in the order of their commits: there is one writer at a time. */
const nextRows = `
  SELECT o.rowid, t.name, o.id, o.kind, o.conversation_id, o.role, o.ingested_at, o.copy_of, o.segment_id, o.body, t.state
  FROM observations o CROSS JOIN tenants t ON t.tenant = o.tenant
  WHERE o.rowid > ? ORDER BY o.rowid LIMIT ?`
const rowAt = nextRows.replace('o.rowid > ? ORDER BY o.rowid LIMIT ?', 'o.rowid = ?')
const lastRow = 'SELECT max(rowid) FROM observations'
const idAt = 'SELECT id FROM observations WHERE rowid = ?'
const addDocument = 'INSERT INTO documents (rowid, words) VALUES (?, ?)'

/** Rows of one step. */
export const rowsAtOnce = 500
/** A step ends after so many milliseconds and rows: a search waits for no more. */
const stepTime = 50
const fewestRows = 50
const charactersAtOnce = 8 * 1024 * 1024
/** SQLITE_BUSY: another process is at the same step. */
const busy = 5

/** What a step took in: as much as one may, some rows and so all that there were, or nothing. */
export type FollowedStep = 'full' | 'some' | false

/** What brings the index up to the store. */
export interface Follower {
  /** Takes the next rows in. */
  step(): FollowedStep
  /** Returns the words of one row as it is now; null where it has none, or is not there. */
  wordsAt(row: number): readonly string[] | null
  /** Takes in one row as it is now, which is not in the index. */
  add(row: number): void
  /** Whether there is nothing to take in. */
  isUpToDate(): boolean
  /** Rows that it has not seen. */
  behind(): number
}

/** Returns what follows a store. Several processes may follow into one file: each step begins where the last one ended. */
export function followerOf(store: Connection, index: IndexFile): Follower {
  const isSame = ({ upto, witness }: IndexMark): boolean =>
    upto === 0 || (upto > 0 && store.get(idAt, upto)?.[0] === witness)
  const last = () => Number(store.get(lastRow)?.[0] ?? 0)
  const wordsOf = (row: SqlRow) =>
    // Of a tenant that is being erased nothing is taken in: its rows are about to go.
    row[10] === 'ERASING' ? null : documentWords(row[1] as Tenant, searchedOf(row))
  const addRow = (row: SqlRow): void => {
    const words = wordsOf(row)
    if (words !== null) index.connection.run(addDocument, Number(row[0]), words.join(' '))
  }
  /** Adds rows as far as a step goes; returns how many. */
  const addRows = (rows: readonly SqlRow[]): number => {
    const begin = performance.now()
    let added = 0
    for (const row of rows) {
      addRow(row)
      added += 1
      if (added >= fewestRows && performance.now() - begin > stepTime) break
    }
    return added
  }
  const takeIn = (): FollowedStep => {
    let mark = index.mark()
    // The file is of another store, or from before its rows were renumbered.
    if (!isSame(mark)) {
      index.clear()
      mark = index.mark()
    }
    const { rows, most } = rowsAfter(store, mark.upto)
    const taken = addRows(rows)
    const end = rows[taken - 1]
    if (end === undefined) return false
    index.moveTo({ upto: Number(end[0]), witness: String(end[2]) })
    return taken === most || taken < rows.length ? 'full' : 'some'
  }
  return {
    step: () => {
      const { connection } = index
      try {
        connection.run('BEGIN IMMEDIATE')
        const taken = takeIn()
        connection.run('COMMIT')
        return taken
      } catch (error) {
        if (connection.inTransaction()) connection.run('ROLLBACK')
        if (resultCode(error) === busy) return false
        throw error
      }
    },
    wordsAt: (rowid) => {
      const row = store.get(rowAt, rowid)
      return row && wordsOf(row)
    },
    add: (rowid) => {
      const row = store.get(rowAt, rowid)
      if (row) addRow(row)
    },
    isUpToDate: () => {
      const mark = index.mark()
      return mark.upto === last() && isSame(mark)
    },
    behind: () => Math.max(0, last() - Math.max(0, index.mark().upto)),
  }
}

/** Returns the next rows, and how many may come at once. */
function rowsAfter(store: Connection, upto: number): { readonly rows: readonly SqlRow[]; readonly most: number } {
  for (let most = rowsAtOnce; ; most = Math.max(1, most >> 3))
    try {
      store.allow(charactersAtOnce)
      return { rows: store.all(nextRows, upto, most), most }
    } catch (error) {
      if (!(error instanceof ReadTooLarge) || most === 1) throw error
    } finally {
      store.allow(Infinity)
    }
}

function searchedOf(row: SqlRow) {
  const [, , , kind, conversationId, role, ingestedAt, copyOf, segmentId, body] = row
  const { blocks, marker } = JSON.parse(String(body)) as { blocks: readonly Block[]; marker?: Marker }
  return {
    kind: kind as ObservationKind,
    conversationId: String(conversationId),
    role: role as Role | null,
    ingestedAt: String(ingestedAt),
    copyOf: copyOf as Observation['copyOf'],
    segmentId: segmentId as string | null,
    blocks,
    marker: marker ?? null,
  }
}
