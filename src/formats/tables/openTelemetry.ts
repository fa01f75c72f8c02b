import type { Row, Table } from './table.ts'
import { own } from '../../runtime/own.ts'

/** OpenTelemetry's GenAI names of our columns; what it has no name for keeps ours. */
const names: Readonly<Record<string, string>> = {
  conversation_id: 'gen_ai.conversation.id',
  answer_id: 'gen_ai.response.id',
  model: 'gen_ai.response.model',
  tool: 'gen_ai.tool.name',
  input_tokens: 'gen_ai.usage.input_tokens',
  output_tokens: 'gen_ai.usage.output_tokens',
  cache_read_tokens: 'gen_ai.usage.cache_read.input_tokens',
  cache_write_tokens: 'gen_ai.usage.cache_creation.input_tokens',
}

/** Returns a table with OpenTelemetry's names. Its input tokens count those of the cache, ours leave them out. */
export function withOpenTelemetryNames({ columns, pages }: Table): Table {
  const at = (name: string) => columns.findIndex((column) => column.name === name)
  const [input, read, written] = [at('input_tokens'), at('cache_read_tokens'), at('cache_write_tokens')]
  const added = (row: Row): Row =>
    row[input] == null ? row : row.with(input, Number(row[input]) + Number(row[read] ?? 0) + Number(row[written] ?? 0))
  return {
    columns: columns.map((column) => ({ ...column, name: own(names, column.name) ?? column.name })),
    pages: input < 0 ? pages : mapped(pages, added),
  }
}

async function* mapped(pages: Table['pages'], change: (row: Row) => Row): AsyncGenerator<readonly Row[]> {
  for await (const rows of pages) yield rows.map(change)
}
