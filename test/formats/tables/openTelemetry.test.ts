import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ndjsonTable } from '../../../src/formats/tables/ndjson.ts'
import { withOpenTelemetryNames } from '../../../src/formats/tables/openTelemetry.ts'
import type { Row, Table } from '../../../src/formats/tables/table.ts'

async function linesOf(table: Table): Promise<string[]> {
  const pieces: Uint8Array[] = []
  for await (const piece of ndjsonTable.write(table)) pieces.push(piece)
  return Buffer.concat(pieces).toString().split('\n')
}
async function* pagesOf(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows
}

describe("OpenTelemetry's names", () => {
  it('count tokens of the cache as input, and leave what has no name of theirs', async () => {
    const names = ['conversation_id', 'day', 'model', 'tool', 'input_tokens', 'output_tokens', 'cache_read_tokens']
    const given: Table = {
      columns: [...names, 'cache_write_tokens', 'answer_id'].map((name) => ({ name, type: 'text' })),
      pages: pagesOf([
        ['c', '2026-03-01', 'm', 't', 10, 5, 100, 1000, 'a'],
        ['c', '2026-03-01', 'm', 't', null, null, null, null, null],
      ]),
    }
    const [first, second] = await linesOf(withOpenTelemetryNames(given))
    assert.deepEqual(JSON.parse(first ?? ''), {
      ...{ 'gen_ai.conversation.id': 'c', day: '2026-03-01', 'gen_ai.response.model': 'm', 'gen_ai.tool.name': 't' },
      'gen_ai.usage.input_tokens': 1110,
      'gen_ai.usage.output_tokens': 5,
      'gen_ai.usage.cache_read.input_tokens': 100,
      'gen_ai.usage.cache_creation.input_tokens': 1000,
      'gen_ai.response.id': 'a',
    })
    assert.equal((JSON.parse(second ?? '') as Record<string, unknown>)['gen_ai.usage.input_tokens'], null)
  })

  it('are names alone where no input is counted: the rows stay as they are', async () => {
    const [line] = await linesOf(
      withOpenTelemetryNames({
        columns: [
          { name: 'tool', type: 'text' },
          { name: 'cache_read_tokens', type: 'number' },
        ],
        pages: pagesOf([['t', 5]]),
      }),
    )
    assert.deepEqual(JSON.parse(line ?? ''), { 'gen_ai.tool.name': 't', 'gen_ai.usage.cache_read.input_tokens': 5 })
  })
})
