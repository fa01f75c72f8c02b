import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { faultsOf } from '../../../../src/storage/sqlite/connection/faults.ts'
import type { Connection } from '../../../../src/storage/sqlite/connection/connection.ts'
import { foldDays, unfoldedDays } from '../../../../src/storage/sqlite/rollups/days.ts'
import { converse, store } from '../../../support/tree/acts.ts'
import { createWorld } from '../../../support/world.ts'
import { applied, memory, tenantIn } from '../memory.ts'

const connection = memory()
const tenant = tenantIn(connection, 't')
const world = createWorld()
converse(world, 'trip')
for (const turnId of ['u1', 'a1']) store(world, 'trip', { turnId })
applied(connection, tenant, world.changes)
foldDays(connection, tenant, unfoldedDays(connection, tenant))

/** The faults that are found after this was done to the file, which is then taken back. */
function faultsAfter(sql: string): ReturnType<typeof faultsOf> {
  connection.exec(`PRAGMA foreign_keys = OFF; BEGIN; ${sql}`)
  const faults = faultsOf(connection)
  connection.exec('ROLLBACK')
  return faults
}
const codesAfter = (sql: string) => [...new Set(faultsAfter(sql).map(({ code }) => code))].sort()

describe('the faults of a file', () => {
  it('are none where all is as it was written', () => {
    assert.deepEqual(faultsAfter(''), [])
  })

  it('are rows that are not what was written, each by its key', () => {
    const [fault, ...others] = faultsAfter("UPDATE messages SET body = body || ' ' WHERE id = 'trip:u1'")
    assert.deepEqual(others, [])
    assert.equal(fault?.code, 'ROW_DAMAGED')
    assert.deepEqual(fault.details, { table: 'messages', id: 'trip:u1', conversation_id: 'trip' })
  })

  it('are named up to a hundred of a table, and that there are more', () => {
    const row = "SELECT 1, 'm' || value, 'trip', x'00', '{}', 0 FROM generate"
    const faults = faultsAfter(`
      INSERT INTO messages (tenant, id, conversation_id, created_at, body, sum)
      WITH RECURSIVE generate (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM generate WHERE value < 150) ${row}`)
    const damaged = faults.filter(
      ({ code, details }) => code === 'ROW_DAMAGED' && 'table' in details && details['table'] === 'messages',
    )
    assert.equal(damaged.length, 101)
    assert.match(damaged.at(-1)?.message ?? '', /^More rows of messages are so\.$/)
  })

  it('are a schema that differs, by the name of what does', () => {
    const faults = faultsAfter('CREATE TABLE guest (x); DROP INDEX usage_sums_by_day')
    const names = faults
      .filter(({ code }) => code === 'SCHEMA_DIFFERS')
      .map(({ details }) => (details as { name: string }).name)
    assert.deepEqual(names.sort(), ['index usage_sums_by_day', 'table guest'])
  })

  it('are rows that name one that is missing', () => {
    assert.ok(codesAfter("DELETE FROM conversations WHERE id = 'trip'").includes('ROW_LOOSE'))
  })

  it('are sums that are not those of what is stored', () => {
    assert.deepEqual(codesAfter('UPDATE usage_days SET messages = messages + 1, sum = 0'), [
      'ROW_DAMAGED',
      'SUMS_DIFFER',
    ])
  })

  it('are what cannot be read at all', () => {
    const broken = {
      ...connection,
      all: () => {
        throw new Error('disk I/O error')
      },
    } as Connection
    const faults = faultsOf(broken)
    assert.ok(faults.length > 0 && faults.every(({ code }) => code === 'STORE_UNREADABLE'))
    assert.match(faults[0]?.message ?? '', /disk I\/O error/)
  })
})
