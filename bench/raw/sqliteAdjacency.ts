import { connect } from '../../src/storage/sqlite/connection/connection.ts'
import { textOf } from '../support/seed.ts'
import { pageSize, type Adjacency, type End } from './adjacency.ts'

const schema = `
CREATE TABLE messages (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES messages, role TEXT NOT NULL, text TEXT NOT NULL,
  created_at TEXT NOT NULL);
CREATE INDEX messages_by_parent ON messages (parent);
CREATE TABLE conversations (id TEXT PRIMARY KEY, head INTEGER REFERENCES messages, turns INTEGER NOT NULL);`

const add = 'INSERT INTO messages (parent, role, text, created_at) VALUES (?1, ?2, ?3, ?4) RETURNING id'
const find = 'SELECT head, turns FROM conversations WHERE id = ?1'
const put = `INSERT INTO conversations (id, head, turns) VALUES (?1, ?2, ?3)
  ON CONFLICT DO UPDATE SET head = excluded.head, turns = excluded.turns`

const path = `WITH RECURSIVE path (id, parent, above) AS (
  SELECT m.id, m.parent, 0 FROM conversations AS c JOIN messages AS m ON m.id = c.head WHERE c.id = ?1
  UNION ALL SELECT m.id, m.parent, above + 1 FROM path JOIN messages AS m ON m.id = path.parent`
const page = `${path} LIMIT ?2 + ?3)
  SELECT m.* FROM path JOIN messages AS m ON m.id = path.id WHERE above >= ?2 ORDER BY above DESC`
const count = `${path}) SELECT count(*) FROM path`

/** Opens a file of its own with the same pragmas; prepared statements on this thread, one commit per write. */
export function openSqliteAdjacency(file: string): Adjacency {
  const connection = connect(file, 'writer')
  connection.exec(schema)
  const write = (work: () => void) => {
    connection.run('BEGIN IMMEDIATE')
    work()
    connection.run('COMMIT')
  }
  const addTurn = (id: string) => {
    const [head = null, turns = 0] = connection.get(find, id) ?? []
    const number = Number(turns)
    const role = number % 2 === 0 ? 'USER' : 'ASSISTANT'
    const added = connection.get(add, head, role, textOf(number), new Date().toISOString())
    connection.run(put, id, added?.[0] ?? null, number + 1)
  }
  const above = (id: string, end: End): number => {
    const turns = Number(connection.get(find, id)?.[1])
    return end === 'newest' ? 0 : end === 'oldest' ? turns - pageSize : Math.floor((turns - pageSize) / 2)
  }
  return {
    async seed(id, turns) {
      write(() => {
        for (let n = 0; n < turns; n++) addTurn(id)
      })
    },
    append: (id) => () => write(() => addTurn(id)),
    fork: (source, id) => () =>
      write(() => {
        const [head = null, turns = 0] = connection.get(find, source) ?? []
        connection.run(put, id, head, turns)
      }),
    page: (id, end) => () => {
      const rows = connection.all(page, id, above(id, end), pageSize)
      if (rows.length !== pageSize) throw new Error(`The plain page has ${rows.length} rows.`)
    },
    count: (id) => () => connection.get(count, id),
    close: async () => connection.close(),
  }
}
