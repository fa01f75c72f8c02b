import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { it } from 'node:test'
import { startApi } from '../graphql/support/api.ts'

/** A WebSocket as its bytes: this one never says goodbye. */
async function openWebSocket(url: URL): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname)
  socket.write(
    [
      'GET /graphql HTTP/1.1',
      `Host: ${url.host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      'Sec-WebSocket-Protocol: graphql-transport-ws',
      '\r\n',
    ].join('\r\n'),
  )
  await once(socket, 'data')
  return socket
}

it('a server ends soon though a client connects while it does, and never asks for anything', async () => {
  const api = await startApi()
  const url = new URL(api.url)
  const leaving = await openWebSocket(url)
  const began = Date.now()
  const closed = api.close()
  // The close frame: from here on the server waits for the answer, and still listens.
  await once(leaving, 'data')
  const late = connect(Number(url.port), url.hostname)
  late.on('error', () => undefined)
  await closed
  assert.ok(Date.now() - began < 20_000, `It took ${Date.now() - began} ms.`)
  for (const socket of [leaving, late]) socket.destroy()
})
