import { DatabaseSync } from '@photostructure/sqlite'
import { sortKey as keyOf } from '../domain/tree/sortKey.ts'

const schema = `
CREATE TABLE groups (part TEXT NOT NULL, name TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (part, name)) WITHOUT ROWID;
CREATE INDEX groups_by_place ON groups (part, at, name);
CREATE TABLE texts (part TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, sort TEXT NOT NULL, text TEXT NOT NULL);
CREATE UNIQUE INDEX texts_by_place ON texts (part, kind, name, sort);`

// CROSS JOIN: by the groups in their order, so nothing need be sorted.
const placed = `FROM groups g CROSS JOIN texts t INDEXED BY texts_by_place
  WHERE g.part = ?1 AND t.part = ?1 AND t.kind = ?2 AND t.name = g.name`

/** Returns an empty sorter (app/backups/sorter.ts), in a private temporary database that SQLite keeps on disk once it is large and removes in the end. */
export function openSorter() {
  const database = new DatabaseSync('')
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -32768; BEGIN')
  database.exec(schema)
  const place = database.prepare('INSERT OR REPLACE INTO groups VALUES (?, ?, ?)')
  const put = database.prepare(`INSERT INTO texts VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (part, kind, name, sort) DO UPDATE SET text = excluded.text`)
  const get = database.prepare('SELECT text FROM texts WHERE part = ? AND kind = ? AND name = ? AND sort = ?')
  const taken = database.prepare(`SELECT t.text ${placed} ORDER BY g.at, g.name, t.sort`)
  const count = database.prepare(`SELECT count(*) AS count ${placed}`)
  const part = (name: string) => ({
    place: (group: string, at: string) => void place.run(name, keyOf(group), keyOf(at)),
    put: (kind: string, group: string, sort: string, text: string) =>
      void put.run(name, kind, keyOf(group), keyOf(sort), text),
    get: (kind: string, group: string, sort: string) =>
      (get.get(name, kind, keyOf(group), keyOf(sort)) as { text: string } | undefined)?.text ?? null,
    *taken(kind: string): Iterable<string> {
      for (const row of taken.iterate(name, kind) as Iterable<{ text: string }>) yield row.text
    },
    count: (kind: string) => Number((count.get(name, kind) as { count: number | bigint }).count),
  })
  return { ...part(''), part, close: () => database.close() }
}
