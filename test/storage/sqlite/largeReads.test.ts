import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ReadTooLarge } from '../../../src/storage/graphStore.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { converse, store as put, textBlock } from '../../support/tree/acts.ts'
import { createWorld } from '../../support/world.ts'
import { newPath } from './folder.ts'
import { tenantFor } from '../../support/tenants.ts'

describe('a SQLite store with large turns', () => {
  it('gives what is asked for in parts, and refuses at once what would fill the memory', async () => {
    const world = createWorld()
    converse(world, 'large')
    const text = 'x'.repeat(8 * 1024 * 1024)
    const turns = Array.from({ length: 5 }, () => put(world, 'large', { blocks: [textBlock(text)] }))
    const sqlite = await openSqliteStore({ path: newPath() })
    for (const changes of world.changes) await sqlite.write(tenantFor('t'), changes)
    const ids = turns.map(({ id }) => id)
    const [first] = turns
    const range = { segmentId: first?.place.segmentId ?? '', axis: 'depth' as const, from: 0, to: 4 }
    const list = { list: 'observationsOfConversation' as const, owner: 'large', after: null, limit: 5 }
    for (const read of [
      () => sqlite.observations(tenantFor('t'), ids),
      () => sqlite.ranges(tenantFor('t'), [range]),
      () => sqlite.lists(tenantFor('t'), [list]),
    ]) {
      await assert.rejects(read(), ReadTooLarge)
    }
    assert.equal((await sqlite.observations(tenantFor('t'), ids.slice(0, 3))).length, 3)
    assert.equal((await sqlite.ranges(tenantFor('t'), [{ ...range, to: 2 }]))[0]?.length, 3)
    assert.equal((await sqlite.lists(tenantFor('t'), [{ ...list, limit: 3 }]))[0]?.length, 3)
    await sqlite.close()
  })
})
