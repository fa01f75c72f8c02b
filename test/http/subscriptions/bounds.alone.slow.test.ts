import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { startApi, type Api } from '../../graphql/support/api.ts'
import { subscribe } from '../../graphql/support/follow.ts'
import { talk } from '../../graphql/support/talk.ts'
import { openSocket, type Message } from '../support/client.ts'
import { waitFor } from '../../support/waitFor.ts'

const query = 'subscription { conversationChanged(id: "c") { seq } }'
/** Starts a server that ends with the test. */
async function start(t: TestContext, env: Record<string, string> = {}): Promise<Api> {
  const api = await startApi(env)
  t.after(() => api.close())
  return api
}

const codeOf = ({ payload }: Message) => payload?.[0]?.extensions.code

describe('subscriptions that come at once', () => {
  it('do not pass the bound of the server, over either transport', async (t) => {
    const api = await start(t, { MAX_SUBSCRIPTIONS: '20' })
    await talk(api, 'c', 'one')
    const clients = await Promise.all([1, 2, 3].map(() => openSocket(api.url)))
    for (const client of clients) for (let n = 0; n < 20; n++) client.send(`${n}`, query)
    const refused = () => clients.flatMap(({ messages }) => messages).filter(({ type }) => type === 'next')
    await waitFor(() => refused().length >= 40)
    await waitFor(() => api.app.watches.size().subscriptions >= 20)
    for (const { payload } of refused()) assert.equal(payload?.errors?.[0]?.extensions.code, 'LIMIT_EXCEEDED')
    await Promise.all(clients.map((client) => client.close()))
    await waitFor(() => api.app.watches.size().subscriptions === 0)

    const followers = Array.from({ length: 30 }, () => subscribe('SSE', api.url, { query }))
    await waitFor(() => followers.filter(({ errors }) => errors.length > 0).length >= 10)
    await waitFor(() => api.app.watches.size().subscriptions >= 20)
    await Promise.all(followers.map((follower) => follower.stop()))
  })

  it('do not pass the bound of their connection, which others do not share', async (t) => {
    const api = await start(t, { MAX_CONNECTION_OPERATIONS: '5' })
    await talk(api, 'c', 'one')
    const client = await openSocket(api.url)
    for (let n = 0; n < 8; n++) client.send(`${n}`, query)
    const refused = await client.reach('error', 3)
    assert.deepEqual(
      refused.map((message) => [message.id, codeOf(message)]),
      ['5', '6', '7'].map((id) => [id, 'LIMIT_EXCEEDED']),
    )
    assert.deepEqual(refused[0]?.payload?.[0]?.extensions.details, { limit: 5 })
    client.send('q', '{ __typename }')
    assert.equal(codeOf((await client.reach('error', 4))[3] as Message), 'LIMIT_EXCEEDED')
    client.complete('0')
    client.send('q', '{ __typename }')
    assert.deepEqual((await client.reach('next', 1))[0]?.payload, { data: { __typename: 'Query' } })
    const other = await openSocket(api.url)
    other.send('1', query)
    await waitFor(() => api.app.watches.size().subscriptions >= 5)
    await Promise.all([client.close(), other.close()])
  })
})

describe('a WebSocket', () => {
  it('has room again after what was refused, however often', async (t) => {
    const api = await start(t)
    const client = await openSocket(api.url)
    for (let n = 0; n < 50; n++) client.send(`${n}`, '{ nothing }')
    await client.reach('error', 50)
    for (let n = 0; n < 50; n++) client.send(`${n}`, '{ __typename }')
    assert.equal((await client.reach('complete', 50)).length, 50)
    await client.close()
  })

  it('that takes no answers is not asked on: what it sends is left unread', async (t) => {
    const api = await start(t)
    await talk(api, 'c', 'x'.repeat(200_000))
    const wires: Socket[] = []
    api.app.server.server.on('connection', (wire: Socket) => wires.push(wire))
    const client = await openSocket(api.url)
    client.socket.pause()
    // Kernels take some megabytes for a reader that sleeps.
    for (let n = 0; n < 200; n++) client.send(`${n}`, '{ conversation(id: "c") { head { text } } }')
    const [wire] = wires
    assert.ok(wire)
    await waitFor(() => wire.isPaused())
    assert.ok(wire.writableLength < 20 * 200_000, `${wire.writableLength} bytes wait`)
    client.socket.resume()
    await client.reach('complete', 200)
    await client.close()
  })

  it('on which too large a message comes is closed, and the log says so as it says all else', async (t) => {
    const spoken = t.mock.method(console, 'error', () => undefined)
    const api = await start(t, { MAX_BODY_BYTES: '2000' })
    const client = await openSocket(api.url)
    client.send('1', `{ __typename } # ${'x'.repeat(3000)}`)
    const [code] = (await once(client.socket, 'close')) as [number]
    assert.equal(code, 1009)
    const [line, ...more] = api.logged.filter((one) => one.includes('WebSocket'))
    assert.match(String(line), /"level":40.*WS_ERR_UNSUPPORTED_MESSAGE_LENGTH/)
    assert.deepEqual(more, [])
    assert.equal(spoken.mock.callCount(), 0)
    await api.ask('{ __typename }')
  })
})
