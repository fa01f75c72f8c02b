/** What src/formats/tables/csv.ts writes is read back by two readers of others: DuckDB and Python's csv. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { root } from '../../scripts/root.ts'
import { csvTable } from '../../src/formats/tables/csv.ts'
import type { Column } from '../../src/formats/tables/table.ts'

/** What is used of DuckDB, whose types are there only when it is. */
interface DuckDB {
  readonly DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> }
}
interface Connection {
  runAndReadAll(sql: string): Promise<{ getRowsJson(): readonly (readonly (string | null)[])[] }>
  closeSync(): void
}

const name = '@duckdb/node-api'
const skip = existsSync(join(root, 'test/duckdb/node_modules', name))
  ? false
  : 'npm ci --prefix test/duckdb installs the package that this needs'

const columns: readonly Column[] = ['a', 'b', 'c'].map((each) => ({ name: each, type: 'text' }))

/** Each has what RFC 4180 quotes, alone and beside others. */
const rows: readonly (readonly string[])[] = [
  ['one\ntwo', 'one\r\ntwo', 'one\rtwo'],
  ['a "quoted" word', '"', 'x,y'],
  ['\n', 'ends\r', ','],
  [' space around ', 'äöü 漢字 🐟', 'plain'],
  ['ends with a line\n', '\nbegins with one', '"a",\r\n"b"'],
]

describe('a CSV file of ours', { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-csv-'))
  const file = join(folder, 'table.csv')
  after(() => rmSync(folder, { recursive: true, force: true }))
  before(async () => {
    const pieces: Uint8Array[] = []
    for await (const piece of csvTable.write({ columns, pages: pages() })) pieces.push(piece)
    writeFileSync(file, Buffer.concat(pieces))
  })

  it('has the same values for DuckDB', async () => {
    const { DuckDBInstance } = (await import(name)) as DuckDB
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    const options = `header = true, all_varchar = true, delim = ',', quote = '"', escape = '"', parallel = false`
    const read = await connection.runAndReadAll(`SELECT * FROM read_csv('${file}', ${options})`)
    assert.deepEqual(read.getRowsJson(), rows)
    connection.closeSync()
  })

  it('has the same values for Python', () => {
    const program = `import csv, json, sys
with open(sys.argv[1], newline='', encoding='utf-8') as file: print(json.dumps(list(csv.reader(file, strict=True))))`
    const { status, stdout, stderr } = spawnSync('python3', ['-c', program, file], { encoding: 'utf8' })
    assert.equal(status, 0, stderr)
    assert.deepEqual(JSON.parse(stdout), [columns.map((column) => column.name), ...rows])
  })
})

async function* pages(): AsyncGenerator<readonly (readonly string[])[]> {
  yield rows
}
