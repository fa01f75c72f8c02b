/** Servers whose clocks differ, and one whose clock was set back, ingest a turn after the one that it continues. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { createClock, createFresh } from '../../../src/fresh.ts'
import type { Fresh } from '../../../src/domain/model.ts'
import { startApi, type Api } from '../../graphql/support/api.ts'
import { storeTurn } from '../../graphql/support/talk.ts'
import { emptyNeo4j, neo4jLines } from '../../support/neo4j.ts'
import { describeOnce } from '../../support/stores.ts'

const seconds = 1_000_000_000n

/** What makes times by a clock that is so many seconds ahead. */
const freshAhead = (ahead: bigint): Fresh => ({
  ...createFresh(),
  now: createClock(() => BigInt(Date.now()) * 1_000_000n + ahead * seconds),
})

const turn = async (api: Api, conversationId: string, turnId: string) => {
  const { userErrors } = await storeTurn(api, { conversationId, turnId, role: 'USER', text: `${turnId} of whoever` })
  assert.deepEqual(userErrors, [])
}

/** Returns how many nodes there are, each ingested after its parent. */
async function nodesInOrder({ app }: Api, id: string): Promise<number> {
  const { store } = app.scope()
  const [nodes = []] = await store.lists([{ list: 'observationsOfConversation', owner: id, after: null, limit: 1000 }])
  for (const { place, ingestedAt } of nodes) {
    const [parent] = place?.parentId == null ? [] : await store.observations([place.parentId])
    assert.ok(!parent || ingestedAt > parent.ingestedAt, `${id}: ${place?.depth}`)
  }
  return nodes.length
}

describeOnce('a server on SQLite whose clock was set back between two starts', () => {
  const DATA = mkdtempSync(join(tmpdir(), 'turngraph-clocks-'))
  after(() => rmSync(DATA, { recursive: true, force: true }))

  it('ingests no turn before the one that it continues', async () => {
    for (const ahead of [60n, 0n, -60n]) {
      const api = await startApi({ DATA, RATE_LIMIT: '0' }, { fresh: freshAhead(ahead) })
      for (let n = 0; n < 3; n++) await turn(api, 'c', `${ahead} ${n}`)
      await nodesInOrder(api, 'c')
      await api.close()
    }
  })
})

for (const { line, version, skip } of await neo4jLines())
  describe(`servers on one Neo4j ${version} whose clocks differ by ten seconds`, { skip }, () => {
    it('ingest no turn before the one that it continues, whichever is asked', async () => {
      const { uri, user, password } = await emptyNeo4j(line)
      const env = { STORE: uri, STORE_USER: user, STORE_PASSWORD: password, RATE_LIMIT: '0' }
      const fast = await startApi(env, { fresh: freshAhead(5n) })
      const slow = await startApi(env, { fresh: freshAhead(-5n) })
      try {
        for (let n = 0; n < 10; n++) await turn(n % 2 === 0 ? fast : slow, 'c', String(n))
        await Promise.all([10, 11, 12, 13].map((n) => turn(n % 2 === 0 ? fast : slow, 'c', String(n))))
        assert.equal(await nodesInOrder(slow, 'c'), 14)
      } finally {
        await Promise.all([fast.close(), slow.close()])
      }
    })
  })
