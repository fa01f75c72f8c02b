import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as neo4j from '../../src/storage/neo4j/schema.ts'
import * as sqlite from '../../src/storage/sqlite/schema.ts'

void it('no store has a migration before the first release is tagged: until then nobody has one that an older version made', () => {
  assert.deepEqual([sqlite.migrations, neo4j.migrations], [[], []])
  assert.deepEqual([sqlite.newestVersion, neo4j.newestVersion], [sqlite.firstVersion, neo4j.firstVersion])
})
