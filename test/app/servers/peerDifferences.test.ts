import assert from 'node:assert/strict'
import { it } from 'node:test'
import { peerDifferences } from '../../../src/app/servers/peerDifferences.ts'
import type { PeerServer } from '../../../src/storage/peers.ts'

const own: PeerServer = { id: 'me', startedAt: '', urlKey: 'u', probeKey: 'p', suppressKey: 's', attachments: 'a' }
const differ = (...others: Partial<PeerServer>[]) =>
  peerDifferences(
    own,
    others.map((one, k) => ({ ...own, id: `${k}`, ...one })),
  ).map(({ server, setting }) => `${server} ${setting}`)

it('servers on one store share each secret that both have, and the place of attachments', () => {
  assert.deepEqual(differ(), [])
  assert.deepEqual(differ({}, {}), [])
  assert.deepEqual(differ({ urlKey: 'x' }, { probeKey: 'x' }, { suppressKey: 'x', attachments: 'x' }), [
    ...['0 URL_SECRET', '1 PROBE_SECRET', '2 SUPPRESS_REIMPORT', '2 ATTACHMENTS'],
  ])
  assert.deepEqual(differ({ urlKey: null, probeKey: null, suppressKey: null }), [])
  const [found] = peerDifferences({ ...own, urlKey: 'y' }, [own])
  assert.match(found?.message ?? '', /Set the same URL_SECRET on all servers/)
})
