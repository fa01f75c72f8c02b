// Beyond a landing: a database of its own that is killed and started again.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { startNeo4j } from '../../scripts/neo4j.ts'
import { newConversation } from '../../src/domain/messages/newConversation.ts'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import { appendTurn } from '../support/appends.ts'
import { changes, event } from '../support/changes.ts'
import { neo4jLines } from '../support/neo4j.ts'
import { tenantFor } from '../support/tenants.ts'
import { waitFor } from '../support/waitFor.ts'

const tenant = tenantFor('kill')
const at = '2026-01-01T00:00:00.000000000Z'
const timeouts = { read: 120_000, write: 120_000 }

for (const { line, version, skip } of await neo4jLines()) {
  describe(`Neo4j ${version} after kill -9`, { skip }, () => {
    it('holds every acknowledged write once, and the store goes on by itself', async () => {
      const home = await mkdtemp(join(tmpdir(), 'turngraph-kill-'))
      const server = await startNeo4j({ line, home, heap: { initial: '256m', most: '512m' } })
      const store = await openNeo4jStore({ ...server, timeouts })
      try {
        const ids = ['a', 'b', 'c', 'd']
        for (const id of ids) {
          const value = { ...newConversation(id, at, {}), version: 1 }
          await store.write(tenant, changes(event(id, id), { conversations: [{ expected: null, value }] }))
        }
        let acknowledged = 0
        const writing = ids.map(async (id) => {
          for (let turn = 0; turn < 25; turn++) {
            await appendTurn(store, tenant, id, `${id} ${turn}`)
            acknowledged++
          }
        })
        await waitFor(() => acknowledged >= 40)
        await server.kill9()
        await server.restart()
        await Promise.all(writing)
        for (const frontier of await store.frontiers(tenant, ids)) {
          assert.ok(frontier?.head?.place && frontier.segment)
          const id = frontier.conversation.id
          const range = {
            segmentId: frontier.segment.id,
            axis: 'depth',
            from: 0,
            to: frontier.head.place.depth,
          } as const
          const [nodes] = await store.ranges(tenant, [range])
          assert.deepEqual(
            nodes?.map((node) => node.id),
            Array.from({ length: 25 }, (_, turn) => `o-${id} ${turn}`),
          )
        }
        assert.equal((await store.rowCounts())['events'], 4 * 26)
      } finally {
        await store.close()
        await server.kill9()
        await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
      }
    })
  })
}
