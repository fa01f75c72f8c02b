import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttp } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { forward, openConnections } from '../../../../src/adapters/proxy/pass/forward.ts'
import type { ExchangeOutcome } from '../../../../src/adapters/proxy/record/exchange.ts'

/** What an upstream writes, byte for byte. */
let written = ''
const outcomes: ExchangeOutcome[] = []
const connections = openConnections()
const upstream = createServer((socket) => {
  socket.on('error', () => undefined).on('data', () => socket.write(written, 'latin1'))
})
const server = createHttp((request, response) =>
  forward({
    ...{ request, response, connections, tenant: 't', framing: { body: 'none' }, moreHeaders: () => [] },
    target: { url: new URL(urlOf(upstream)), path: '/v1/models', wire: null },
    onEnd: (_, outcome) => void outcomes.push(outcome),
  }),
)
const urlOf = (one: Server) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`
before(async () => {
  for (const one of [upstream, server]) await once(one.listen(0, '127.0.0.1'), 'listening')
})
after(() => {
  connections.close()
  server.closeAllConnections()
  for (const one of [upstream, server]) one.close()
})
const answered = async (head: string) => {
  written = `${head}\r\nContent-Length: 2\r\n\r\n{}`
  return fetch(urlOf(server), { signal: AbortSignal.timeout(10_000) })
}

describe('an answer of an upstream', () => {
  const broken = [
    'HTTP/1.1 101 Switching Protocols',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket',
    ...['000', '042', '099', '600', '999'].map((status) => `HTTP/1.1 ${status} Odd`),
  ]
  for (const head of broken)
    it(`is 502 where it has a status that ends no request: ${head.replaceAll('\r\n', ', ')}`, async () => {
      const response = await answered(head)
      const { error } = (await response.json()) as { error: { code: string } }
      assert.deepEqual([response.status, error.code], [502, 'UPSTREAM_BROKEN'])
      assert.deepEqual([outcomes.at(-1)?.status, outcomes.at(-1)?.cutBy], [null, 'upstream'])
    })

  for (const head of ['HTTP/1.1 2', 'HTTP/1.1 1000 Odd', 'HTTP/1.1 200 OK\r\nX-Odd: \x01', 'no HTTP'])
    it(`is 502 where it is no HTTP: ${JSON.stringify(head)}`, async () => {
      const response = await answered(head)
      const { error } = (await response.json()) as { error: { code: string } }
      assert.deepEqual([response.status, error.code], [502, 'UPSTREAM_UNREACHABLE'])
    })

  for (const head of ['HTTP/1.1 200 O\x01K', 'HTTP/1.1 200 O\x7fK', 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK'])
    it(`is passed on where its head is odd and its status is one: ${JSON.stringify(head)}`, async () => {
      const response = await answered(head)
      assert.deepEqual([response.status, await response.text()], [200, '{}'])
    })
})
