import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from '../../scripts/root.ts'

/** The files of a store that name a kind of record; steps of migrations name what there was when they were written. */
function filesThatName(store: string, kind: RegExp): string[] {
  const folder = join(root, 'src/storage', store)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        file.endsWith('.ts') && !file.startsWith('steps/') && kind.test(readFileSync(join(folder, file), 'utf8')),
    )
    .sort()
}

describe('a kind of record', () => {
  it('of three columns stands in two files of a store: its own, and the schema that lists it', () => {
    const entityTypes = /entity_?types?/i
    assert.deepEqual(filesThatName('sqlite', entityTypes), ['records/entityType.ts', 'schema.ts'])
    assert.deepEqual(filesThatName('neo4j', entityTypes), ['records/entityType.ts', 'schema.ts'])
  })
})
