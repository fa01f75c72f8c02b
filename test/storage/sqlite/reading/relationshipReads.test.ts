import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RelationshipList } from '../../../../src/storage/graphStore.ts'
import { relationshipReads } from '../../../../src/storage/sqlite/reading/relationshipReads.ts'
import { tables } from '../../../../src/storage/sqlite/schema.ts'
import type { Ask } from '../../../../src/storage/sqlite/records/records.ts'
import { changes, event } from '../../../support/changes.ts'
import { tenantFor } from '../../../support/tenants.ts'
import { entity, relationship } from '../../../support/records/acts.ts'
import { createWorld } from '../../../support/world.ts'
import { applied, memory, tenantIn } from '../memory.ts'

const tenant = tenantFor('t')
const list: RelationshipList = {
  thing: { kind: 'ENTITY', id: 'a:b' },
  end: 'source',
  type: null,
  deleted: false,
}

/** Reads along relationships, and what the threads were asked. */
function reads(answer: unknown) {
  const asked: unknown[] = []
  const ask = ((...request: unknown[]) => {
    asked.push(request)
    return Promise.resolve(answer)
  }) as unknown as Ask
  return { reads: relationshipReads(ask), asked }
}

describe('reads along relationships', () => {
  it('ask for all lists at once, each by the key of its end, and make relationships of the rows', async () => {
    const connection = memory()
    const world = createWorld()
    const entities = ['a:b', 'c'].map((id) => ({ expected: null, value: { ...entity(world, id), version: 1 } }))
    const one = {
      ...relationship(world, ['REFERS_TO', { kind: 'ENTITY', id: 'a:b' }, { kind: 'ENTITY', id: 'c' }] as never),
      version: 1,
    }
    applied(connection, tenantIn(connection, 't'), [
      changes(event('e', null), { entities, relationships: [{ expected: null, value: one }] }),
    ])
    const rows = connection.all(tables.relationships.all, 1)
    assert.equal(rows.length, 1)
    const { reads: some, asked } = reads([rows, []])
    const after = { id: 'x', sort: 'y' } as never
    assert.deepEqual(
      await some.relationshipLists(tenant, [
        { ...list, after, limit: 5 },
        { ...list, after: null, limit: 1 },
      ]),
      [[one], []],
    )
    const end = { owner: 'ENTITY:a:b', end: 'source', type: null, deleted: false }
    assert.deepEqual(asked, [
      [
        'relationshipLists',
        tenant,
        [
          { ...end, after, limit: 5 },
          { ...end, after: null, limit: 1 },
        ],
      ],
    ])
  })

  it('ask for all counts at once, with one limit', async () => {
    const { reads: some, asked } = reads([3, 0])
    assert.deepEqual(await some.relationshipCounts(tenant, [list, list], 9), [3, 0])
    const end = { owner: 'ENTITY:a:b', end: 'source', type: null, deleted: false }
    assert.deepEqual(asked, [['relationshipCounts', tenant, { lists: [end, end], limit: 9 }]])
  })
})
