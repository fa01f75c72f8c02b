import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { peerDifferences } from '../../../src/app/servers/peerDifferences.ts'
import { peerWatch } from '../../../src/app/servers/peerWatch.ts'
import type { Peers, PeerServer } from '../../../src/storage/peers.ts'
import { startApi } from '../../graphql/support/api.ts'
import { emptyNeo4j, neo4jLines } from '../../support/neo4j.ts'
import { describeOnce } from '../../support/stores.ts'

const server: PeerServer = { id: 'a', startedAt: 't', urlKey: 'u', probeKey: 'p', suppressKey: 's', attachments: 'd' }

describeOnce('servers on one store', () => {
  it('differ in what both use and do not share', () => {
    const settings = (other: Partial<PeerServer>) =>
      peerDifferences(server, [{ ...server, id: 'b', ...other }]).map(({ setting }) => setting)
    assert.deepEqual(settings({}), [])
    assert.deepEqual(settings({ urlKey: null, probeKey: null, suppressKey: null }), [])
    const all = { urlKey: 'x', probeKey: 'x', suppressKey: 'x', attachments: 'x' }
    assert.deepEqual(settings(all), ['URL_SECRET', 'PROBE_SECRET', 'SUPPRESS_REIMPORT', 'ATTACHMENTS'])
  })

  it('are named once, and so is a clock that differs, until it is right again', async () => {
    const logged: object[] = []
    let ahead = 0
    const others = [{ ...server, id: 'b', urlKey: 'x' }]
    const left: string[] = []
    const peers: Peers = {
      clock: () => Promise.resolve(1_000_000),
      announce: () => Promise.resolve(others),
      leave: (id) => Promise.resolve(void left.push(id)),
    }
    const log = { warn: (details: object) => void logged.push(details) }
    const watch = peerWatch(peers, server, log, { now: () => 1_000_000 + ahead, intervalMs: 3_600_000 })
    await watch.begin()
    assert.deepEqual(logged, [{ server: 'b', setting: 'URL_SECRET' }])
    ahead = 5_000
    for (let n = 0; n < 2; n++) await watch.begin()
    assert.deepEqual(logged.slice(1), [{ aheadMs: 5_000 }])
    assert.equal(watch.wrongClockMs(), 5_000)
    ahead = -900
    await watch.begin()
    assert.equal(watch.wrongClockMs(), null)
    ahead = -1_100
    await watch.begin()
    assert.deepEqual(logged.slice(2), [{ aheadMs: -1_100 }])
    await watch.stop()
    assert.deepEqual(left, ['a'])
  })
})

for (const { line, version, skip } of await neo4jLines())
  describe(`servers on one Neo4j ${version}`, { skip }, () => {
    it('have their logs name what they do not share, and nothing else', async (t) => {
      const { uri, user, password } = await emptyNeo4j(line)
      const env = { STORE: uri, STORE_USER: user, STORE_PASSWORD: password, AUTH: 'keys', URL_SECRET: 'a'.repeat(32) }
      const DATA = mkdtempSync(join(tmpdir(), 'turngraph-peers-'))
      t.after(() => rmSync(DATA, { recursive: true, force: true }))
      const one = await startApi({ ...env, DATA })
      const other = await startApi({ ...env, URL_SECRET: 'b'.repeat(32) })
      await one.app.watchPeers()
      await other.app.watchPeers()
      const settings = (logged: readonly string[]) =>
        logged.flatMap((text) => (JSON.parse(text) as { setting?: string }).setting ?? [])
      assert.deepEqual(settings(one.logged), [])
      assert.deepEqual(settings(other.logged), ['URL_SECRET', 'ATTACHMENTS'])
      await other.close()
      const third = await startApi({ ...env, DATA })
      await third.app.watchPeers()
      assert.deepEqual(settings(third.logged), [])
      await Promise.all([one.close(), third.close()])
    })
  })
