import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hostAndPort, serversOf } from '../../../../src/storage/neo4j/connection/servers.ts'
import fc from '../../../support/properties.ts'

describe('the servers that STORE names', () => {
  it('are one, at the usual port where none is named', () => {
    assert.deepEqual(serversOf('neo4j://db'), { uri: 'neo4j://db', places: [{ host: 'db', port: 7687 }] })
    assert.deepEqual(serversOf('bolt+s://db.example:7000').places, [{ host: 'db.example', port: 7000 }])
  })

  it('are several of a cluster with commas between them; the driver is given the first', () => {
    const { uri, places } = serversOf('neo4j://a:1, neo4j://b , neo4j://c:3')
    assert.equal(uri, 'neo4j://a:1')
    assert.deepEqual(places.map(hostAndPort), ['a:1', 'b:7687', 'c:3'])
  })

  it('may have addresses of IPv6, which stand in brackets before a port', () => {
    const { places } = serversOf('neo4j://[::1]:7688')
    assert.deepEqual(places, [{ host: '::1', port: 7688 }])
    assert.equal(hostAndPort({ host: '::1', port: 7688 }), '[::1]:7688')
  })

  it('are refused where one is no address', () => {
    assert.throws(() => serversOf('neo4j://a,b'), { code: 'ERR_INVALID_URL' })
    assert.throws(() => serversOf(''), { code: 'ERR_INVALID_URL' })
  })

  it('are the places that were written down, each', () => {
    const place = fc.record(
      {
        host: fc.oneof(
          fc.domain(),
          fc.ipV6().map((host) => new URL(`neo4j://[${host}]`).hostname.slice(1, -1)),
        ),
        port: fc.integer({ min: 1, max: 65_535 }),
      },
      { noNullPrototype: true },
    )
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 4 }), (places) => {
        assert.deepEqual(serversOf(places.map((one) => `neo4j://${hostAndPort(one)}`).join(',')).places, places)
      }),
      { numRuns: 50 },
    )
  })
})
