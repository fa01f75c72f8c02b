// Takes long: it waits for a database that is gone.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { freePort } from '../../scripts/neo4j/port.ts'
import { StoreGone } from '../../src/storage/graphStore.ts'
import { presenceOf } from '../../src/storage/neo4j/connection/presence.ts'
import { whileConnected } from '../../src/storage/intercept.ts'
import type { Presence } from '../../src/storage/presence.ts'
import { pause } from '../support/waitFor.ts'

/** What "within 2 seconds" may become on a machine that is busy. */
const soon = 8_000
const never = () => new Promise<never>(() => undefined)

async function answerAfter(milliseconds: number, answer: string): Promise<string> {
  await pause(milliseconds, 'the answer takes so long')
  return answer
}

async function listening(t: { after(end: () => void): void }, onSocket: (socket: Socket) => void, port = 0) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    onSocket(socket)
  }).listen(port, '127.0.0.1')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await once(server, 'listening')
  return server
}

function presenceAt(server: Server | number, scheme = 'bolt') {
  const port = typeof server === 'number' ? server : (server.address() as AddressInfo).port
  const back: number[] = []
  const onBack = (ms: number) => void back.push(ms)
  return { ...presenceOf({ uri: `${scheme}://127.0.0.1:${port}`, goneAfter: 1_200, onBack }), back }
}

/** Returns after how long a question that nothing answers was refused. */
async function refusedAfter(presence: Presence): Promise<number> {
  const began = performance.now()
  await assert.rejects(presence.failWhenDisconnected(never()), StoreGone)
  return performance.now() - began
}

describe('a database', { concurrency: true }, () => {
  it('is gone where nothing takes a connection, after a second, and then sooner', async () => {
    const away = presenceAt(await freePort())
    const first = await refusedAfter(away)
    assert.ok(first > 1_100 && first < soon, `refused after ${first} ms`)
    assert.ok((await refusedAfter(away)) < first)
  })

  it('is gone where what stands before it takes connections and breaks them', async (t) => {
    const first = await refusedAfter(presenceAt(await listening(t, (socket) => socket.destroy())))
    assert.ok(first > 1_100 && first < soon, `refused after ${first} ms`)
  })

  it('is gone where its name is gone, as that of a container is', async () => {
    const away = presenceOf({ uri: 'bolt://no-such-database.invalid:7687', goneAfter: 1_200, onBack: () => undefined })
    const first = await refusedAfter(away)
    assert.ok(first > 1_100 && first < soon, `refused after ${first} ms`)
  })

  it('that answers meanwhile is asked no longer', async () => {
    const away = presenceAt(await freePort())
    assert.equal(await away.failWhenDisconnected(answerAfter(600, 'answer')), 'answer')
    await assert.rejects(away.failWhenDisconnected(Promise.reject(new Error('fault'))), /fault/)
  })

  it('is not gone where it takes connections, however long it says nothing', async (t) => {
    const slow = presenceAt(await listening(t, () => undefined))
    assert.equal(await slow.failWhenDisconnected(answerAfter(3_000, 'late answer')), 'late answer')
  })

  it('that is one of several is asked on while another answers, and is gone once a statement was lost', async () => {
    const cluster = presenceAt(await freePort(), 'neo4j')
    assert.equal(await cluster.failWhenDisconnected(answerAfter(2_000, 'answered by another')), 'answered by another')
    cluster.lost()
    await refusedAfter(cluster)
    cluster.answered()
    assert.equal(await cluster.failWhenDisconnected(answerAfter(2_000, 'answered by another')), 'answered by another')
  })

  it('of several servers is gone where none of them takes a connection', async (t) => {
    const [here, gone] = [await listening(t, () => undefined), await freePort()]
    const uri = (...ports: readonly number[]) => ports.map((port) => `neo4j://127.0.0.1:${port}`).join(',')
    const options = { goneAfter: 1_200, onBack: () => undefined }
    const one = presenceOf({ ...options, uri: uri(gone, (here.address() as AddressInfo).port) })
    one.lost()
    assert.equal(await one.failWhenDisconnected(answerAfter(2_500, 'answered by another')), 'answered by another')
    const none = presenceOf({ ...options, uri: uri(gone, await freePort()) })
    none.lost()
    await refusedAfter(none)
  })

  it('says once that it is back', async () => {
    const away = presenceAt(await freePort())
    away.answered()
    await refusedAfter(away)
    assert.deepEqual(away.back, [])
    away.answered()
    away.answered()
    assert.equal(away.back.length, 1)
    assert.ok(away.back[0]! >= 1_100)
  })
})

describe('a store for who does not wait', () => {
  const store = { read: () => Promise.resolve(1), size: 3 }

  it('asks the presence at each call', async () => {
    const presence: Presence = { failWhenDisconnected: () => Promise.reject(new StoreGone('gone')) }
    await assert.rejects(whileConnected(store, presence).read(), StoreGone)
    assert.equal(whileConnected(store, presence).size, 3)
  })

  it('is the same where there is no presence', () => assert.equal(whileConnected(store, undefined), store))
})
