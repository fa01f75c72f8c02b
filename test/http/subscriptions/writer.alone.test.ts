import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, it } from 'node:test'
import { writerTo } from '../../../src/http/subscriptions/writer.ts'
import { describeOnce } from '../../support/stores.ts'

describeOnce('what writes to a client over SSE', () => {
  const server = createServer()
  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(() => server.close())
  const asked = async (): Promise<ServerResponse> => {
    const { port } = server.address() as AddressInfo
    void fetch(`http://127.0.0.1:${port}`)
      .then((answer) => answer.text())
      .catch(() => undefined)
    const [, raw] = (await once(server, 'request')) as [unknown, ServerResponse]
    return raw
  }

  it('is done where the socket has gone and the answer does not know it yet', { timeout: 20_000 }, async () => {
    const raw = await asked()
    const write = writerTo(raw)
    await write('one')
    raw.socket?.destroy()
    assert.equal(raw.destroyed, false)
    await write('two')
    assert.equal(raw.listenerCount('close') <= 1, true)
    await write('three')
  })

  it('is done once the client has taken it, and leaves no listener behind', async () => {
    const raw = await asked()
    const before = raw.listenerCount('close')
    const write = writerTo(raw)
    for (let n = 0; n < 20; n++) await write(`${n}`)
    assert.equal(raw.listenerCount('close'), before)
    raw.end()
  })
})
