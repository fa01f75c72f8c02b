import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Connection } from '../../../../src/storage/neo4j/connection/connection.ts'
import { peerCypher, peersOn } from '../../../../src/storage/neo4j/registry/peers.ts'
import { fakeOf } from '../../../support/fakes.ts'

const server = { id: 's1', startedAt: 'now', urlKey: null, probeKey: null, suppressKey: null, attachments: 'd' }

/** Peers on a database that answers this, and what it was sent. */
function peers(...answers: readonly Readonly<Record<string, unknown>>[]) {
  const sent: {
    readonly statement: string
    readonly parameters: Readonly<Record<string, unknown>> | undefined
    readonly left: unknown
  }[] = []
  const answer = (statement: string, parameters?: Readonly<Record<string, unknown>>, left?: unknown) => {
    sent.push({ statement, parameters, left })
    return Promise.resolve(answers.map((values) => ({ get: (name: string) => values[name] ?? null })))
  }
  const connection = fakeOf<Connection>('connection', {
    read: answer,
    write: answer,
    int: (value: number) => BigInt(value),
  })
  return { ...peersOn(connection), sent }
}

describe('what servers on one database know of each other', () => {
  it('is the clock of the database, in milliseconds', async () => {
    assert.equal(await peers({ now: 1_780_000_000_123n }).clock(), 1_780_000_000_123)
  })

  it('is which others ran in the minute before; who was not heard for an hour is forgotten', async () => {
    const known = peers({ found: { ...server, id: 's2' } }, { found: null })
    const { sent } = known
    assert.deepEqual(await known.announce(server, 10_000_000), [{ ...server, id: 's2' }])
    assert.deepEqual(sent[0]?.parameters, { server, at: 10_000_000n, runsAt: 9_940_000n, forgottenAt: 6_400_000n })
    assert.match(peerCypher.announce, /other\.id <> s\.id AND other\.heardAt >= \$q\.runsAt/)
  })

  it('is nothing where a server is alone', async () => {
    assert.deepEqual(await peers().announce(server, 1), [])
  })

  it('is gone when a server leaves, which waits less for a database that is away than one that begins', async () => {
    const known = peers()
    const { sent } = known
    await known.announce(server, 1)
    await known.leave('s1')
    assert.deepEqual([sent[1]?.statement, sent[1]?.parameters], [peerCypher.leave, { id: 's1' }])
    assert.ok(Number(sent[1]?.left) < Number(sent[0]?.left))
  })
})
