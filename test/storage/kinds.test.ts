import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from '../../scripts/root.ts'

/** The files of a store that name a kind of record. */
function filesThatName(store: string, kind: RegExp): string[] {
  const folder = join(root, 'src/storage', store)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && kind.test(readFileSync(join(folder, file), 'utf8')))
    .sort()
}

describe('a kind of record', () => {
  it('of three columns stands in its own file and in those that list all kinds', () => {
    const lists = ['schema.ts']
    const entityTypes = /entity_?types?/i
    assert.deepEqual(filesThatName('sqlite', entityTypes), [
      'records/entityType.ts',
      // What is emptied with a tenant: every table of its own.
      'registry/tenantRows.ts',
      ...lists,
      'writing/checksummedColumns.ts',
    ])
    // A backup of Neo4j says of each kind when it is read: it has no snapshot.
    const read = ['contents/dump.ts', 'contents/things.ts']
    assert.deepEqual(filesThatName('neo4j', entityTypes), [...read, 'records/entityType.ts', ...lists])
  })
})
