import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, request as send, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createProxyServer } from 'httpxy'
import { WebSocket } from 'ws'
import { root } from '../../scripts/root.ts'
import { startApi } from '../graphql/support/api.ts'
import { talk } from '../graphql/support/talk.ts'

// The words of docs/configuration.md: what is set where the proxy asks by its own address, and where it passes the name on.
const configuration = readFileSync(join(root, 'docs/configuration.md'), 'utf8')
const advised = [...configuration.matchAll(/^(?:ALLOWED_HOSTS=(\S+) )?ALLOWED_ORIGINS=(\S+) npm start$/gm)]
const page = { host: 'chat.example', origin: 'https://chat.example' }

interface Proxy {
  readonly port: number
  close(): Promise<void>
}

/** Starts a reverse proxy for HTTP and WebSocket that asks by the target's address, or by the name that it was asked by. */
async function startProxy(target: string, rewritesHost: boolean): Promise<Proxy> {
  const proxy = createProxyServer({ target, changeOrigin: rewritesHost, ws: true })
  const server: Server = createServer((request, response) => void proxy.web(request, response))
  server.on(
    'upgrade',
    (request, socket, head) => void proxy.ws(request, socket as Socket, {}, head).catch(() => undefined),
  )
  const open = new Set<Socket>()
  server.on('connection', (socket) => open.add(socket.once('close', () => open.delete(socket))))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server.close(), 'close')
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

/** Asks as a browser does that shows a page of the proxy's address. */
async function ask(
  port: number,
  method: string,
  path: string,
  body = '',
): Promise<{ status: number | undefined; text: string }> {
  const headers = { host: page.host, origin: page.origin, 'content-type': 'application/json', accept: '*/*' }
  const request = send({ port, host: '127.0.0.1', method, path, headers, agent: false }).end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  for await (const bytes of response) text += String(bytes)
  return { status: response.statusCode, text }
}

async function openSocket(port: number): Promise<string> {
  const { host, origin } = page
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws', { origin, headers: { host } })
  const outcome = await new Promise<string>((resolve) =>
    socket.once('open', () => resolve('open')).on('error', (error) => resolve(String(error))),
  )
  socket.terminate()
  return outcome
}

/** Subscribes, and returns the first event as it comes through the proxy. */
async function firstEvent(port: number): Promise<string> {
  const headers = {
    host: page.host,
    origin: page.origin,
    'content-type': 'application/json',
    accept: 'text/event-stream',
  }
  const request = send({ port, host: '127.0.0.1', method: 'POST', path: '/graphql', headers, agent: false })
  request.end(JSON.stringify({ query: 'subscription { conversationChanged(id: "c", afterSeq: 0) { seq } }' }))
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  for await (const bytes of response) {
    text += String(bytes)
    if (text.includes('"seq":1')) break
  }
  request.destroy()
  return text
}

describe('behind a proxy', () => {
  it('two settings are advised', () => {
    assert.deepEqual(
      advised.map(([, hosts, origins]) => [hosts, origins]),
      [
        [undefined, page.origin],
        [page.host, page.origin],
      ],
    )
  })

  for (const [i, rewritesHost] of [true, false].entries()) {
    const how = rewritesHost ? 'asks by its own address' : 'passes on the name it was asked by'
    it(`that ${how}, pages are served with the advised settings`, async () => {
      const [, hosts = '', origins = ''] = advised[i] ?? []
      const api = await startApi({ ALLOWED_HOSTS: hosts, ALLOWED_ORIGINS: origins })
      await talk(api, 'c', 'one')
      const proxy = await startProxy(api.url, rewritesHost)
      const asked = await ask(
        proxy.port,
        'POST',
        '/graphql',
        JSON.stringify({ query: '{ conversation(id: "c") { id } }' }),
      )
      assert.deepEqual(asked, { status: 200, text: '{"data":{"conversation":{"id":"c"}}}\n' })
      assert.equal((await ask(proxy.port, 'PUT', '/attachments?mediaType=text/plain', 'bytes')).status, 200)
      assert.equal((await ask(proxy.port, 'GET', '/export/c?format=CLAUDE_CODE')).status, 200)
      assert.equal(await openSocket(proxy.port), 'open')
      assert.match(await firstEvent(proxy.port), /"seq":1/)
      await proxy.close()
      await api.close()
    })

    it(`that ${how}, they are refused without, and told what to set`, async () => {
      const api = await startApi()
      const proxy = await startProxy(api.url, rewritesHost)
      const [status, variable] = rewritesHost ? [403, 'ALLOWED_ORIGINS'] : [421, 'ALLOWED_HOSTS']
      const asked = await ask(proxy.port, 'POST', '/graphql', JSON.stringify({ query: '{ __typename }' }))
      assert.equal(asked.status, status)
      assert.match(asked.text, new RegExp(variable))
      assert.match(await openSocket(proxy.port), new RegExp(String(status)))
      assert.equal(api.logged.filter((line) => line.includes(variable)).length, 2)
      await proxy.close()
      await api.close()
    })
  }
})
