import { rmSync, statSync } from 'node:fs'
import { tokenVersion } from '../../domain/usage/tokens.ts'
import { connect, resultCode, type Connection } from '../../storage/sqlite/connection/connection.ts'
import { createVocabulary } from './beginnings.ts'

/**
 * The index in a file of its own beside the store: it may be deleted at any time, and is in no backup. All characters but
 * spaces are of words there, for the domain has cut them already.
 */
const schema = `
PRAGMA synchronous = NORMAL;
PRAGMA wal_autocheckpoint = 1000;
PRAGMA cache_size = -16384;
CREATE VIRTUAL TABLE IF NOT EXISTS documents USING fts5 (
  words, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '_'");
CREATE TABLE IF NOT EXISTS mark (
  one INTEGER PRIMARY KEY CHECK (one = 1), upto INTEGER NOT NULL, witness TEXT NOT NULL, tokens INTEGER NOT NULL) STRICT;
INSERT OR IGNORE INTO mark VALUES (1, 0, '', ${tokenVersion});
${createVocabulary}
PRAGMA busy_timeout = 300;`

/** How far the index has come: the last row of the store that it has seen, and which observation stood there. */
export interface IndexMark {
  readonly upto: number
  readonly witness: string
}

export interface IndexFile {
  readonly connection: Connection
  /** How far it has come; nowhere, where another rule cut its words. */
  mark(): IndexMark
  moveTo(mark: IndexMark): void
  clear(): void
  /** Whether the file that is open is still the one of that name. */
  isThere(): boolean
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const damaged = new Set<number | null>([11, 26])

/** Says whether an error is of a file that cannot be read. */
export const isDamage = (error: unknown): boolean => damaged.has(resultCode(error))

/** Removes an index that nobody has open here. */
export function removeIndexFile(path: string): void {
  for (const name of [path, `${path}-wal`, `${path}-shm`]) rmSync(name, { force: true })
}

/** Returns the index in that file, made where it is not there or cannot be read. */
export function openIndexFile(path: string): IndexFile {
  try {
    return opened(path)
  } catch (error) {
    if (!isDamage(error)) throw error
    removeIndexFile(path)
    return opened(path)
  }
}

function opened(path: string): IndexFile {
  const connection = connect(path, 'writer')
  try {
    return fileOn(connection, path)
  } catch (error) {
    connection.close()
    throw error
  }
}

function fileOn(connection: Connection, path: string): IndexFile {
  connection.exec(schema)
  const inode = inodeOf(path)
  const moveTo = ({ upto, witness }: IndexMark): void => {
    connection.run('UPDATE mark SET upto = ?, witness = ?, tokens = ?', upto, witness, tokenVersion)
  }
  return {
    connection,
    mark: () => {
      const [upto, witness, tokens] = connection.get('SELECT upto, witness, tokens FROM mark') ?? []
      return tokens === tokenVersion ? { upto: Number(upto), witness: String(witness) } : { upto: -1, witness: '' }
    },
    moveTo,
    clear: () => {
      connection.run("INSERT INTO documents (documents) VALUES ('delete-all')")
      moveTo({ upto: 0, witness: '' })
    },
    isThere: () => inodeOf(path) === inode,
  }
}

const inodeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.ino
