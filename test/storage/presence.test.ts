import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../scripts/neo4j/port.ts'
import { StoreGone } from '../../src/storage/graphStore.ts'
import { presenceOf, type Presence } from '../../src/storage/neo4j/presence/presence.ts'

/** What "within 2 seconds" may become on a machine that is busy. */
const soon = 4_000
const never = () => new Promise<never>(() => undefined)

async function listening(onSocket: (socket: Socket) => void, port = 0): Promise<Server> {
  const server = createServer(onSocket).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function presenceAt(server: Server | number, scheme = 'bolt') {
  const port = typeof server === 'number' ? server : (server.address() as AddressInfo).port
  const back: number[] = []
  return { ...presenceOf(`${scheme}://127.0.0.1:${port}`, (ms) => void back.push(ms)), back }
}

/** As reads do: asks again until it is refused, and says after how long. */
async function untilRefused(presence: Presence): Promise<number> {
  const began = performance.now()
  for (;;) {
    try {
      await presence.refuseGone()
    } catch (thrown) {
      assert.ok(thrown instanceof StoreGone)
      return performance.now() - began
    }
    await sleep(100)
  }
}

describe('a database', { concurrency: true }, () => {
  it('is gone where nothing takes a connection, after a second, and then at once', async () => {
    const away = presenceAt(await freePort())
    const first = await untilRefused(away)
    assert.ok(first > 1_000 && first < soon, `refused after ${first} ms`)
    await assert.rejects(away.refuseGone(), StoreGone)
  })

  it('is gone where what stands before it takes connections and breaks them', async (t) => {
    const server = await listening((socket) => socket.destroy())
    t.after(() => server.close())
    const first = await untilRefused(presenceAt(server))
    assert.ok(first > 1_000 && first < soon, `refused after ${first} ms`)
  })

  it('is gone where it goes while it is asked', async () => {
    const away = presenceAt(await freePort())
    const began = performance.now()
    await assert.rejects(away.unlessGone(never()), StoreGone)
    assert.ok(performance.now() - began < soon)
  })

  it('is not gone where it takes connections, however long it says nothing', async (t) => {
    const sockets: Socket[] = []
    const server = await listening((socket) => void sockets.push(socket))
    t.after(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    const slow = presenceAt(server)
    const patient = slow.unlessGone(never())
    const first = await Promise.race([patient.catch(() => 'refused'), sleep(3_000, 'waits')])
    assert.equal(first, 'waits')
    await slow.refuseGone()
  })

  it('that is one of several is asked on, though its own address takes nothing', async () => {
    const cluster = presenceAt(await freePort(), 'neo4j')
    assert.equal(await cluster.unlessGone(sleep(2_000, 'answered by another')), 'answered by another')
  })

  it('tells that it is back, once', async (t) => {
    const port = await freePort()
    const away = presenceAt(port)
    away.answered()
    await untilRefused(away)
    const server = await listening(() => undefined, port)
    t.after(() => server.close())
    await sleep(150)
    await away.refuseGone()
    assert.deepEqual(away.back, [])
    away.answered()
    away.answered()
    assert.equal(away.back.length, 1)
    assert.ok(away.back[0]! >= 1_000)
  })
})
