/** Tables for analysts, as the files that they are written as. */
import assert from 'node:assert/strict'
import fc, { anyCodePoint } from '../support/properties.ts'
import { describe, it } from 'node:test'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { csvTable } from '../../src/formats/tables/csv.ts'
import { ndjsonTable } from '../../src/formats/tables/ndjson.ts'
import { parquetTable } from '../../src/formats/tables/parquet.ts'
import type { Column, Row, Table, TableFormat } from '../../src/formats/tables/table.ts'

const columns: readonly Column[] = [
  { name: 'said', type: 'text' },
  { name: 'tokens', type: 'integer' },
  { name: 'cost_usd', type: 'number' },
  { name: 'at', type: 'time' },
  { name: 'day', type: 'day' },
  { name: 'details', type: 'json' },
]
const at = '2026-03-01T08:00:00.123456789Z'
const row = (said: string): Row => [said, 7, 0.25, at, '2026-03-01', '{"a":[1]}']
const nothing: Row = columns.map(() => null)

async function* pagesOf(...pages: readonly (readonly Row[])[]) {
  for (const page of pages) yield await Promise.resolve(page)
}
const table = (...pages: readonly (readonly Row[])[]): Table => ({ columns, pages: pagesOf(...pages) })
async function fileOf(format: TableFormat, given: Table): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of format.write(given)) pieces.push(piece)
  return Buffer.concat(pieces)
}
const textOf = async (format: TableFormat, given: Table) => (await fileOf(format, given)).toString()

describe('a table as CSV', () => {
  it('has names, ends lines as RFC 4180 says, and quotes what must be', async () => {
    const text = await textOf(csvTable, table([row('plain')], [], [row('a "b", c\nd'), nothing]))
    assert.equal(
      text,
      [
        'said,tokens,cost_usd,at,day,details',
        'plain,7,0.25,2026-03-01T08:00:00.123456789Z,2026-03-01,"{""a"":[1]}"',
        '"a ""b"", c\nd",7,0.25,2026-03-01T08:00:00.123456789Z,2026-03-01,"{""a"":[1]}"',
        ',,,,,',
        '',
      ].join('\r\n'),
    )
  })

  it('quotes each end of a line that a text has, alone or together', async () => {
    for (const said of ['a\nb', 'a\rb', 'a\r\nb', '\n']) {
      const text = await textOf(csvTable, { columns: columns.slice(0, 1), pages: pagesOf([[said]]) })
      assert.equal(text, `said\r\n"${said}"\r\n`)
    }
  })

  it('has its names where there is no row', async () => {
    assert.equal(await textOf(csvTable, table()), 'said,tokens,cost_usd,at,day,details\r\n')
  })

  it('holds no formula, and numbers as they are', async () => {
    for (const said of ['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', '＝1']) {
      const [, line = ''] = (await textOf(csvTable, { columns: columns.slice(0, 1), pages: pagesOf([[said]]) })).split(
        /\r\n/,
      )
      assert.ok(line.replace(/^"/, '').startsWith(`'${said.slice(0, 1)}`), line)
    }
    const numbers = { columns: columns.slice(1, 2), pages: pagesOf([[-5]]) }
    assert.equal(await textOf(csvTable, numbers), 'tokens\r\n-5\r\n')
  })
})

describe('a table as NDJSON', () => {
  it('has every column in every line, JSON as JSON', async () => {
    const lines = (await textOf(ndjsonTable, table([row('x'), nothing]))).trimEnd().split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line) as unknown),
      [
        { said: 'x', tokens: 7, cost_usd: 0.25, at, day: '2026-03-01', details: { a: [1] } },
        { said: null, tokens: null, cost_usd: null, at: null, day: null, details: null },
      ],
    )
  })

  it('keeps any text, half surrogates too', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCodePoint }), async (said) => {
        const given = { columns: columns.slice(0, 1), pages: pagesOf([[said]]) }
        assert.deepEqual(JSON.parse(await textOf(ndjsonTable, given)), { said })
      }),
      { numRuns: 50 },
    )
  })
})

describe('a table as Parquet', () => {
  const read = async (bytes: Buffer) => {
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
    return { rows: await parquetReadObjects({ file }), groups: parquetMetadata(file).row_groups.length }
  }

  it('gives back types and nulls', async () => {
    const { rows } = await read(await fileOf(parquetTable, table([row('ü 中'), nothing])))
    const [first, second] = rows
    assert.deepEqual([first?.['said'], first?.['tokens'], first?.['cost_usd']], ['ü 中', 7n, 0.25])
    assert.deepEqual(first?.['day'], new Date('2026-03-01'))
    assert.equal((first['at'] as Date).toISOString(), '2026-03-01T08:00:00.123Z')
    assert.ok(Object.values(second ?? { x: 1 }).every((cell) => cell == null))
  })

  it('is one without a row too', async () => {
    assert.deepEqual((await read(await fileOf(parquetTable, table()))).rows, [])
  })

  it('holds no more than a row group, and takes no page before it is wanted', async () => {
    let taken = 0
    async function* many() {
      for (; taken < 120; taken++) yield await Promise.resolve(Array.from({ length: 1000 }, (_, k): Row => [`${k}`]))
    }
    const pieces = parquetTable.write({ columns: columns.slice(0, 1), pages: many() })[Symbol.asyncIterator]()
    const found: Uint8Array[] = []
    for (let piece = await pieces.next(); piece.done !== true; piece = await pieces.next()) {
      if (found.length === 0) assert.ok(taken <= 50, `${taken} pages`)
      found.push(piece.value)
    }
    const { rows, groups } = await read(Buffer.concat(found))
    assert.deepEqual([rows.length, groups, rows.at(-1)], [120_000, 3, { said: '999' }])
  })
})
