/** docs/analytics.md says what there is. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { buildSchema, parse, validate } from 'graphql'
import { root } from '../scripts/root.ts'
import { conversationTable } from '../src/app/extracts/conversationRows.ts'
import { eventTable } from '../src/app/extracts/eventRows.ts'
import { forkTable } from '../src/app/extracts/forkRows.ts'
import { turnTable } from '../src/app/extracts/turnRows.ts'
import { usageTable } from '../src/app/extracts/usageRows.ts'
import type { Scope } from '../src/app/scope.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const page = read('docs/analytics.md')
const tables = {
  USAGE: usageTable,
  TURNS: turnTable,
  EVENTS: eventTable,
  CONVERSATIONS: conversationTable,
  FORKS: forkTable,
}
const everything = { from: null, to: null, includeExperiments: true, includeDeleted: true }

describe('the page about analytics', () => {
  it('asks what the schema has', () => {
    const queries = [...page.matchAll(/^```graphql\n([^]*?)^```$/gm)].map(([, text = '']) => text)
    assert.ok(queries.length > 0)
    const schema = buildSchema(read('schema.graphql'))
    for (const query of queries) assert.deepEqual(validate(schema, parse(query)), [])
  })

  it('names the columns of every table, in their order', () => {
    const counters = /The counters are ([^.]*)\./.exec(page)?.[1] ?? ''
    for (const [name, tableOf] of Object.entries(tables)) {
      const row = new RegExp(`^\\| \`${name}\` *\\|[^|]*\\|([^|]*)\\|`, 'm').exec(page)?.[1] ?? ''
      const named = [...row.replace('the counters', counters).matchAll(/`(\w+)`/g)].map(([, column]) => column)
      const { columns } = tableOf({} as Scope, everything)
      assert.deepEqual(
        named,
        columns.map((column) => column.name),
      )
    }
  })
})
