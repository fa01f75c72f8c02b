import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import neo4j from 'neo4j-driver'
import type { Conversation } from '../../src/domain/model.ts'
import { newConversation } from '../../src/domain/messages/newConversation.ts'
import { StoreUnavailable, type Frontier, type GraphStore } from '../../src/storage/graphStore.ts'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import { appendTurn, turnAfter } from '../support/appends.ts'
import { changes, event, seqsOf } from '../support/changes.ts'
import { cuttingProxy, type CuttingProxy } from '../support/cuttingProxy.ts'
import { neo4jLines, withNeo4j } from '../support/neo4j.ts'
import { tenantFor } from '../support/tenants.ts'
import { waitFor } from '../support/waitFor.ts'

const at = '2026-01-01T00:00:00.000000000Z'
const key = {
  key: 'k',
  operation: 'storeTurn',
  inputHash: 'h',
  result: { id: 'o' },
  storedAt: '2026-01-01T00:00:00.000000000Z',
}
/** Machines that test are busy. */
const timeouts = { read: 60_000, write: 60_000 }

for (const { line, version, skip } of await neo4jLines()) {
  describe(`Neo4j ${version} writes`, { skip }, () => {
    let store: GraphStore
    let behind: GraphStore
    let proxy: CuttingProxy
    let tenant = tenantFor('none')
    let tenants = 0
    before(async () => {
      const address = await withNeo4j(line)
      store = await openNeo4jStore({ ...address, timeouts })
      proxy = await cuttingProxy(Number(new URL(address.uri).port))
      behind = await openNeo4jStore({ ...address, timeouts, uri: `bolt://127.0.0.1:${proxy.port}` })
    })
    after(async () => {
      await Promise.all([store.close(), behind.close()])
      await proxy.close()
    })
    beforeEach(() => {
      tenant = tenantFor(`writes-${Date.now().toString(36)}-${tenants++}`)
    })

    const start = async (id: string): Promise<Frontier> => {
      const value = { ...newConversation(id, at, {}), version: 1 }
      await store.write(tenant, changes(event(`start ${id}`, id), { conversations: [{ expected: null, value }] }))
      return { conversation: value, head: null, segment: null }
    }
    /** The path, read from its segment: what was acknowledged and nothing else. */
    const turnsOf = async (id: string): Promise<string[]> => {
      const [frontier] = await store.frontiers(tenant, [id])
      assert.ok(frontier?.head?.place)
      const whole = { segmentId: frontier.head.place.segmentId, axis: 'depth', from: 0, to: frontier.head.place.depth }
      const [nodes] = await store.ranges(tenant, [{ ...whole, axis: 'depth' }])
      return (nodes ?? []).map((node) => node.id)
    }

    for (const [kind, given] of [
      ['without a key', {}],
      ['with a key', { key }],
    ] as const) {
      it(`applies a write once when its answer is lost, ${kind}`, async () => {
        const append = { ...turnAfter(await start('c'), 'lost', at), ...given }
        const held = proxy.holdAnswers()
        const written = behind.write(tenant, append)
        await held
        await waitFor(async () => (await store.events(tenant, ['e-lost']))[0])
        proxy.cut()
        assert.deepEqual([...seqsOf(await written)], [['e-lost', 2]])
        assert.deepEqual(await turnsOf('c'), ['o-lost'])
        const [[last], events] = await Promise.all([
          store.lists(tenant, [{ list: 'events', owner: 'c', after: null, limit: 9 }]),
          store.counts(tenant, [{ list: 'events', owner: 'c' }], 9),
        ])
        assert.deepEqual([last?.[0]?.id, events], ['e-lost', [2]])
      })

      it(`applies a write once when it was cut off half sent, ${kind}`, async () => {
        const append = { ...turnAfter(await start('c'), 'cut', at), ...given }
        proxy.cutBeforeSending()
        assert.deepEqual([...seqsOf(await behind.write(tenant, append))], [['e-cut', 2]])
        assert.deepEqual(await turnsOf('c'), ['o-cut'])
      })
    }

    it('applies each write of a batch once when their answer is lost', async () => {
      const starts = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(start))
      const held = proxy.holdAnswers()
      const written = starts.map((from, at_) => behind.write(tenant, turnAfter(from, `batch ${at_}`, at)))
      await held
      await waitFor(async () => (await store.events(tenant, ['e-batch 4']))[0])
      proxy.cut()
      for (const outcome of await Promise.all(written)) assert.deepEqual([...seqsOf(outcome).values()], [2])
      for (const [at_, id] of ['a', 'b', 'c', 'd', 'e'].entries())
        assert.deepEqual(await turnsOf(id), [`o-batch ${at_}`])
    })

    it('draws the edges of a fork anew when its point moves on, and only then', async () => {
      const source = await start('s')
      for (const name of ['1', '2']) await appendTurn(store, tenant, 's', name)
      const forkAt = (observationId: string, version: number): Conversation => ({
        ...newConversation('f', at, {}),
        version,
        forkedFrom: { conversationId: source.conversation.id, observationId, turn: 1, pathHash: 'h', eventId: 'e' },
      })
      const address = await withNeo4j(line)
      const driver = neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password))
      const edges = async () => {
        const query = `MATCH (:Conversation {tenant: $tenant, id: 'f'})-[edge:FORK_OF|FORKED_FROM]->(end)
          RETURN type(edge) AS type, end.id AS id, elementId(edge) AS edge ORDER BY type`
        const { records } = await driver.executeQuery(query, { tenant })
        return records.map((record) => ({
          type: String(record.get('type')),
          id: String(record.get('id')),
          edge: String(record.get('edge')),
        }))
      }
      const write = (version: number, point: string) =>
        store.write(
          tenant,
          changes(event(`fork ${version}`, 'f'), {
            conversations: [{ expected: version === 1 ? null : version - 1, value: forkAt(point, version) }],
            // What has raw lines goes as a whole row.
            rawChunks: [
              { conversationId: 'f', source: 'x', firstLine: version, lineCount: 1, bytes: Buffer.from('x') },
            ],
          }),
        )
      await write(1, 'o-1')
      const drawn = await edges()
      assert.deepEqual(
        drawn.map(({ type, id }) => [type, id]),
        [
          ['FORKED_FROM', 'o-1'],
          ['FORK_OF', 's'],
        ],
      )
      await write(2, 'o-1')
      assert.deepEqual(await edges(), drawn)
      await write(3, 'o-2')
      assert.deepEqual(
        (await edges()).map(({ type, id }) => [type, id]),
        [
          ['FORKED_FROM', 'o-2'],
          ['FORK_OF', 's'],
        ],
      )
      await driver.close()
    })

    it('keeps 32 conversations apart that are written at the same time', async () => {
      const ids = Array.from({ length: 32 }, (_, at_) => `c${at_}`)
      await Promise.all(ids.map(start))
      await Promise.all(
        ids.map(async (id) => {
          for (let turn = 0; turn < 10; turn++) await appendTurn(store, tenant, id, `${id} ${turn}`)
        }),
      )
      for (const id of ids) {
        assert.deepEqual(
          await turnsOf(id),
          Array.from({ length: 10 }, (_, turn) => `o-${id} ${turn}`),
        )
      }
    })

    it('keeps two tenants apart whose writes go together, of which those of one are refused', async () => {
      const [one, other] = [tenant, tenantFor(`${tenant}-other`)]
      const ids = Array.from({ length: 16 }, (_, at_) => `c${at_}`)
      const started = (id: string): Frontier => {
        const value = { ...newConversation(id, at, {}), version: 1 }
        return { conversation: value, head: null, segment: null }
      }
      const creation = (id: string) => {
        const value = started(id).conversation
        return changes(event(`start ${id}`, id), { conversations: [{ expected: null, value }] })
      }
      const append = (id: string, version: number) => {
        const { conversation } = started(id)
        return turnAfter({ conversation: { ...conversation, version }, head: null, segment: null }, `of ${id}`, at)
      }
      const inTurns = <T>(work: (who: typeof one, id: string) => Promise<T>) =>
        Promise.all(ids.flatMap((id) => [work(one, id), work(other, id)]))
      for (const made of await inTurns((who, id) => store.write(who, creation(id)))) assert.equal(made.kind, 'written')
      // The other tenant's are stale.
      const outcomes = await inTurns((who, id) => store.write(who, append(id, who === one ? 1 : 7)))
      for (const [k, id] of ids.entries()) {
        assert.deepEqual([...seqsOf(outcomes[2 * k]!)], [[`e-of ${id}`, 2]])
        assert.deepEqual(outcomes[2 * k + 1], { kind: 'conversationChanged', conversationId: id })
        assert.deepEqual(await turnsOf(id), [`o-of ${id}`])
      }
      for (const frontier of await store.frontiers(other, ids)) assert.equal(frontier?.conversation.headId, null)
      const again = await Promise.all(ids.map((id) => store.write(other, append(id, 1))))
      for (const [k, id] of ids.entries()) assert.deepEqual([...seqsOf(again[k]!)], [[`e-of ${id}`, 2]])
    })

    it('lets 8 writers of one conversation refuse each other and lose nothing', async () => {
      await start('c')
      const names = Array.from({ length: 8 }, (_, writer) =>
        Array.from({ length: 8 }, (_, turn) => `${writer} ${turn}`),
      )
      const stores = [store, behind]
      await Promise.all(
        names.map(async (turns, writer) => {
          for (const name of turns) await appendTurn(stores[writer % 2] ?? store, tenant, 'c', name)
        }),
      )
      const path = await turnsOf('c')
      assert.deepEqual(
        [...path].sort(),
        names
          .flat()
          .map((name) => `o-${name}`)
          .sort(),
      )
      const [events] = await store.lists(tenant, [{ list: 'events', owner: 'c', after: null, limit: 100 }])
      assert.deepEqual(
        events?.map(({ seq }) => seq),
        Array.from({ length: 65 }, (_, before_) => 65 - before_),
      )
    })

    it('shows readers beside a busy writer no half of a commit', async () => {
      await start('c')
      let busy = true
      const writing = (async () => {
        for (let turn = 0; turn < 150; turn++) await appendTurn(behind, tenant, 'c', `${turn}`)
        busy = false
      })()
      let reads = 0
      const reading = Array.from({ length: 4 }, async () => {
        for (let round = 0; busy && round < 100_000; round++) {
          const [frontier] = await store.frontiers(tenant, ['c'])
          assert.ok(frontier)
          const { conversation, head, segment } = frontier
          assert.equal(head?.id ?? null, conversation.headId)
          if (!head?.place || !segment) continue
          assert.equal(head.place.depth, conversation.version - 2)
          assert.ok(segment.tipDepth >= head.place.depth)
          const from = Math.max(0, head.place.depth - 9)
          const range = { segmentId: segment.id, axis: 'turn', from: from + 1, to: head.place.depth + 1 } as const
          const [nodes] = await store.ranges(tenant, [range])
          assert.equal(nodes?.length, head.place.depth - from + 1)
          reads++
        }
      })
      await Promise.all([writing, ...reading])
      assert.ok(reads > 0)
    })

    it('says that the database is away when it breaks off what is read as a whole', async () => {
      await start('c')
      let isCut = false
      const dumped = behind.dump(tenant, () => {
        if (!isCut) proxy.cutBeforeSending()
        isCut = true
      })
      await assert.rejects(dumped, StoreUnavailable)
    })

    it('says that nothing was applied when nobody listens', async () => {
      const { alone, gone } = await openAlone(line)
      await gone.close()
      await assert.rejects(alone.ready(), StoreUnavailable)
      const refused = alone.write(tenant, changes(event('e', 'c')))
      await assert.rejects(refused, (error) => error instanceof StoreUnavailable && !error.uncertain)
      await alone.close()
    })

    it('says that it may have been applied when the answer does not come', async () => {
      const { alone, gone } = await openAlone(line)
      const held = gone.holdAnswers()
      const written = alone.write(tenant, turnAfter(await start('c'), 'silent', at))
      const refused = assert.rejects(written, (error) => error instanceof StoreUnavailable && error.uncertain)
      await held
      await refused
      gone.cut()
      await alone.close()
      await gone.close()
    })
  })
}

/** A store of its own with little patience, behind a proxy of its own. */
async function openAlone(line: Parameters<typeof withNeo4j>[0]): Promise<{ alone: GraphStore; gone: CuttingProxy }> {
  const address = await withNeo4j(line)
  const gone = await cuttingProxy(Number(new URL(address.uri).port))
  const uri = `bolt://127.0.0.1:${gone.port}`
  const alone = await openNeo4jStore({ ...address, uri, timeouts: { read: 5_000, write: 5_000 } })
  return { alone, gone }
}
