import { DatabaseSync } from '@photostructure/sqlite'
import { sortKey as keyOf } from '../domain/tree/sortKey.ts'

const schema = `
CREATE TABLE groups (name TEXT PRIMARY KEY, at TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX groups_by_place ON groups (at, name);
CREATE TABLE texts (kind TEXT NOT NULL, name TEXT NOT NULL, sort TEXT NOT NULL, text TEXT NOT NULL);
CREATE UNIQUE INDEX texts_by_place ON texts (kind, name, sort);`

/** Returns an empty sorter (app/backups/sorter.ts), in a private temporary database that SQLite keeps on disk once it is large and removes in the end. */
export function openSorter() {
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
    place: (group: string, at: string) => void place.run(keyOf(group), keyOf(at)),
    put: (kind: string, group: string, sort: string, text: string) =>
      void put.run(kind, keyOf(group), keyOf(sort), text),
    get: (kind: string, group: string, sort: string) =>
      (get.get(kind, keyOf(group), keyOf(sort)) as { text: string } | undefined)?.text ?? null,
    *taken(kind: string): Iterable<string> {
      for (const row of taken.iterate(kind) as Iterable<{ text: string }>) yield row.text
    },
    close: () => database.close(),
  }
}
