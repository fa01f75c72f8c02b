import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { it } from 'node:test'
import { closeWaiting } from '../../src/http/closeWaiting.ts'
import { waitFor } from '../support/waitFor.ts'

it('answers that wait behind another one on a connection are closed with it', async (context) => {
  const open = new Set<ServerResponse>()
  const server = createServer((_, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  closeWaiting(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => server.close())
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(5))
  await waitFor(() => open.size >= 5)
  const closed = [...open].map((response) => once(response, 'close'))
  socket.resetAndDestroy()
  await Promise.all(closed)
  assert.equal(open.size, 0)
})
