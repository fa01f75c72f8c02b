import { DatabaseSync } from '@photostructure/sqlite'
import { sortKey as keyOf } from '../domain/sortKey.ts'

/** What is put in any order and taken by place, however much it is: by kind, by the group's place, and within the group. */
export interface Sorter {
  /** Where the texts of a group stand; a group without a place is never taken. */
  place(group: string, at: string): void
  /** Keeps a text; a later one of the same place replaces it. */
  put(kind: string, group: string, sort: string, text: string): void
  get(kind: string, group: string, sort: string): string | null
  /** Nothing may be put meanwhile. */
  taken(kind: string): Iterable<string>
  close(): void
}

const schema = `
CREATE TABLE groups (name TEXT PRIMARY KEY, at TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX groups_by_place ON groups (at, name);
CREATE TABLE texts (kind TEXT NOT NULL, name TEXT NOT NULL, sort TEXT NOT NULL, text TEXT NOT NULL);
CREATE UNIQUE INDEX texts_by_place ON texts (kind, name, sort);`

/** Returns an empty one, in a private temporary database that SQLite keeps on disk once it is large and removes in the end. */
export function openSorter(): Sorter {
  const database = new DatabaseSync('')
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -32768; BEGIN')
  database.exec(schema)
  const place = database.prepare('INSERT OR REPLACE INTO groups VALUES (?, ?)')
  const put = database.prepare(`INSERT INTO texts VALUES (?, ?, ?, ?)
    ON CONFLICT (kind, name, sort) DO UPDATE SET text = excluded.text`)
  const get = database.prepare('SELECT text FROM texts WHERE kind = ? AND name = ? AND sort = ?')
  // CROSS JOIN: by the groups in their order, so nothing need be sorted.
  const taken = database.prepare(`SELECT t.text FROM groups g CROSS JOIN texts t INDEXED BY texts_by_place
    WHERE t.kind = ? AND t.name = g.name ORDER BY g.at, g.name, t.sort`)
  return {
    place: (group, at) => void place.run(keyOf(group), keyOf(at)),
    put: (kind, group, sort, text) => void put.run(kind, keyOf(group), keyOf(sort), text),
    get: (kind, group, sort) =>
      (get.get(kind, keyOf(group), keyOf(sort)) as { text: string } | undefined)?.text ?? null,
    *taken(kind) {
      for (const row of taken.iterate(kind) as Iterable<{ text: string }>) yield row.text
    },
    close: () => database.close(),
  }
}
