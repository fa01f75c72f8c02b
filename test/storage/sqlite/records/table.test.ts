import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect } from '../../../../src/storage/sqlite/connection/connection.ts'
import { columnsOf, versioned } from '../../../../src/storage/sqlite/records/table.ts'

interface Thing {
  readonly id: string
  readonly version: number
  readonly isOpen: boolean
}
interface Row {
  readonly id: string
  readonly version: number
  readonly isOpen: boolean | number
  readonly sortKey?: string
}
const create = `CREATE TABLE things (tenant INTEGER, id TEXT, version INTEGER, is_open INTEGER, sort_key TEXT, sum INTEGER,
  PRIMARY KEY (tenant, id)) STRICT`
const shape = {
  ...{ table: 'things', key: ['id'] as const, columns: ['version', 'isOpen'] as const, unread: ['sortKey'] as const },
  rowOf: (thing: Thing): Row => ({ ...thing, sortKey: thing.id.toUpperCase() }),
  valueOf: ({ id, version, isOpen }: Row): Thing => ({ id, version, isOpen: Boolean(isOpen) }),
}
const things = versioned<Thing, Row>('Entity' as Parameters<typeof versioned>[0], { create, ...shape })
const connection = connect(':memory:', 'writer')
connection.exec(things.create)

const write = (expected: number | null, value: Thing, tenant = 1) =>
  things.write(connection, tenant, things.rowOf({ expected, value }))
const read = (id: string, tenant = 1) => {
  const row = connection.get(things.byKey, tenant, ...things.keyOf(id))
  return row && things.read(row)
}
const thing = (id: string, version: number, isOpen = true): Thing => ({ id, version, isOpen })

describe('a table of what has versions', () => {
  it('is written where it is not there, and once more with the version that was read', () => {
    assert.equal(write(null, thing('a', 1)), null)
    assert.deepEqual(read('a'), thing('a', 1))
    assert.equal(write(1, thing('a', 2, false)), null)
    assert.deepEqual(read('a'), thing('a', 2, false))
  })

  it('is refused where it is there already, has another version or is not there, and stays as it is', () => {
    const refusal = (id: string) => ({ kind: 'recordsChanged', what: 'Entity', id })
    assert.deepEqual(write(null, thing('a', 1)), refusal('a'))
    assert.deepEqual(write(1, thing('a', 9)), refusal('a'))
    assert.deepEqual(write(1, thing('gone', 2)), refusal('gone'))
    assert.deepEqual([read('a'), read('gone')], [thing('a', 2, false), null])
  })

  it('keeps tenants apart', () => {
    assert.equal(write(null, thing('a', 7), 2), null)
    assert.deepEqual([read('a'), read('a', 2)], [thing('a', 2, false), thing('a', 7)])
    assert.deepEqual(connection.all(things.all, 2).map(things.read), [thing('a', 7)])
    assert.deepEqual(connection.get(things.count), [2])
  })

  it('has of each row the checksum of what is in it, also after it was changed', () => {
    const { summed } = columnsOf(shape)
    assert.deepEqual(connection.get(`SELECT count(*) FROM things WHERE sum IS NOT row_sum(${summed.join(', ')})`), [0])
    assert.deepEqual(connection.get("SELECT is_open, sort_key FROM things WHERE tenant = 1 AND id = 'a'"), [0, 'A'])
  })
})
