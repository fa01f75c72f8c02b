/** Two tenants on one server: what one takes to its last place is not missing where the other asks. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { after, it } from 'node:test'
import { createClient, type Client } from 'graphql-ws'
import { WebSocket } from 'ws'
import { createKey } from '../../src/app/access/keys.ts'
import { createTenant } from '../../src/app/access/tenants.ts'
import { startApi, type Api } from '../graphql/support/api.ts'
import { describeOnce } from '../support/stores.ts'
import { tenantFor } from '../support/tenants.ts'
import { pause } from '../support/waitFor.ts'

const list = '{ conversations { nodes { id } } }'
const line = '{"role":"user","content":"x"}\n'

interface Refused {
  readonly status: number
  readonly retryAfter: string | null
  readonly error: { readonly code: string; readonly details: { readonly limit: number } } | null
}

describeOnce('shares of tenants', () => {
  const apis: Api[] = []
  after(() => Promise.all(apis.map((api) => api.close())))
  const start = async (env: Record<string, string>) => {
    const api = await startApi({ AUTH: 'keys', RATE_LIMIT: '0', TENANT_RATE_LIMIT: '0', ...env })
    apis.push(api)
    const keyOf = async (name: string) => {
      const asked = { tenant: tenantFor(name), scopes: ['READ', 'WRITE'] as const, label: null, milliseconds: null }
      const { text } = await createKey(api.app.store.registry, api.app.fresh, asked)
      return { authorization: `Bearer ${text}` }
    }
    for (const name of ['greedy', 'modest']) await createTenant(api.app.store.registry, api.app.fresh, name, false)
    return { api, greedy: await keyOf('greedy'), modest: await keyOf('modest'), keyOf }
  }
  type Headers = Awaited<ReturnType<typeof start>>['greedy']

  /** An import whose end does not come: it stays under way. */
  const upload = (api: Api, headers: Headers, text = line) => {
    const sent = request(`${api.url}/import`, {
      method: 'POST',
      headers: { 'transfer-encoding': 'chunked', ...headers },
    })
    sent.on('error', () => undefined)
    sent.write(text)
    return sent
  }
  const get = async (api: Api, path: string, headers: Headers): Promise<Refused> => {
    const answer = await fetch(`${api.url}${path}`, { headers: { ...headers, 'apollo-require-preflight': '1' } })
    const body = (await answer.json()) as { errors?: { extensions: object }[]; error?: object }
    const error = (body.errors?.[0]?.extensions ?? body.error ?? null) as Refused['error']
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), error }
  }
  const query = (api: Api, headers: Headers) => get(api, `/graphql?query=${encodeURIComponent(list)}`, headers)
  /** Asks until it is refused: what was sent before is on its way. */
  const untilRefused = async (ask: () => Promise<Refused>): Promise<Refused> => {
    for (let tries = 0; tries < 1_000; tries++) {
      const answer = await ask()
      if (answer.status !== 200 && answer.error?.code === 'OVERLOADED') return answer
    }
    throw new Error('Nothing was refused.')
  }
  const untilTaken = async (ask: () => Promise<Refused>): Promise<void> => {
    for (let tries = 0; (await ask()).error?.code === 'OVERLOADED'; tries++)
      assert.ok(tries < 1_000, 'A place was lost.')
  }
  const end = async (sent: ClientRequest) => {
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>
    sent.end()
    const [answer] = await answered
    answer.resume()
    return answer.statusCode
  }

  it('of requests under way are a quarter: more of one is answered 503, the other is answered', async () => {
    const { api, greedy, modest } = await start({ MAX_REQUESTS: '8' })
    const uploads = [1, 2].map(() => upload(api, greedy))
    const { status, retryAfter, error } = await untilRefused(() => query(api, greedy))
    assert.deepEqual([status, retryAfter, error], [503, '1', { code: 'OVERLOADED', details: { limit: 2 } }])
    for (let n = 0; n < 5; n++) assert.equal((await query(api, modest)).status, 200)
    for (const sent of uploads) assert.equal(await end(sent), 200)
    await untilTaken(() => query(api, greedy))
  })

  it('count what is asked by WebSocket among them', async () => {
    const { api, greedy, modest } = await start({ MAX_REQUESTS: '8' })
    const uploads = [1, 2].map(() => upload(api, greedy))
    await untilRefused(() => query(api, greedy))
    const codeBySocket = async (headers: Headers) => {
      const client = clientOf(api, headers)
      try {
        const answer = (await client.iterate({ query: list }).next()) as { value: { data?: object } }
        return answer.value.data ? null : 'no data'
      } catch (errors) {
        return (errors as { extensions: Refused['error'] }[])[0]?.extensions ?? null
      } finally {
        await client.dispose()
      }
    }
    assert.deepEqual(await codeBySocket(greedy), { code: 'OVERLOADED', details: { limit: 2 } })
    assert.equal(await codeBySocket(modest), null)
    await Promise.all(uploads.map(end))
    await untilTaken(() => query(api, greedy))
    for (let tries = 0; (await codeBySocket(greedy)) !== null; tries++) assert.ok(tries < 100, 'A place was lost.')
  })

  it('of files on their way are a quarter: imports, uploads, exports, tables and backups alike', async () => {
    const { api, greedy, modest } = await start({ MAX_TRANSFERS: '8' })
    const uploads = [1, 2].map(() => upload(api, greedy))
    const paths = ['/export?of=EVENTS', '/export/c', '/backup']
    await untilRefused(() => get(api, '/export/c', greedy))
    for (const path of paths) {
      const { status, error } = await get(api, path, greedy)
      assert.deepEqual([status, error?.code, error?.details], [503, 'OVERLOADED', { limit: 2 }], path)
    }
    const put = await fetch(`${api.url}/attachments`, { method: 'PUT', body: 'bytes', headers: greedy })
    assert.equal(put.status, 503)
    assert.equal((await query(api, greedy)).status, 200)
    const other = await fetch(`${api.url}/attachments`, { method: 'PUT', body: 'bytes', headers: modest })
    assert.equal(other.status, 200)
    assert.equal((await get(api, '/export/c', modest)).status, 404)
    for (const sent of uploads) assert.equal(await end(sent), 200)
    await untilTaken(() => get(api, '/export/c', greedy))
  })

  it('of the bytes of files that are imported are a quarter', async () => {
    const { api, greedy, modest } = await start({ MAX_SPOOLED_BYTES: '40000' })
    const hold = () => upload(api, greedy, line.repeat(200))
    let held = hold()
    const send = async (headers: Headers) => {
      const answer = await fetch(`${api.url}/import`, { method: 'POST', body: line.repeat(200), headers })
      return [answer.status, ((await answer.json()) as { error?: Refused['error'] }).error ?? null] as const
    }
    let refused = await send(greedy)
    for (let tries = 0; refused[0] === 200; tries++) {
      assert.ok(tries < 100, 'Nothing was refused.')
      // What was sent after it came first, and so it was refused itself: the next one is given a longer start.
      held.destroy()
      held = hold()
      await pause(10 * tries, 'so long is its start')
      refused = await send(greedy)
    }
    const [status, error] = refused
    assert.deepEqual([status, error?.code, error?.details], [503, 'OVERLOADED', { limit: 10_000 }])
    assert.equal((await send(modest))[0], 200)
    assert.equal(await end(held), 200)
    assert.equal((await send(greedy))[0], 200)
  })

  it('of open WebSockets are a quarter: one more is told to come again', async () => {
    const { api, greedy, modest } = await start({ MAX_SOCKETS: '8' })
    const open = async (headers: Headers) => {
      const client = clientOf(api, headers, false)
      const closed = new Promise<number>((done) =>
        client.on('closed', (event) => done((event as { code: number }).code)),
      )
      const connected = new Promise<'open'>((done) => client.on('connected', () => done('open')))
      return { client, how: await Promise.race([closed, connected]) }
    }
    const opened = [await open(greedy), await open(greedy), await open(greedy), await open(modest)]
    assert.deepEqual(
      opened.map(({ how }) => how),
      ['open', 'open', 1013, 'open'],
    )
    await opened[0]?.client.dispose()
    let again = await open(greedy)
    for (let tries = 0; again.how !== 'open'; tries++) {
      assert.ok(tries < 100, 'A place was lost.')
      again = await open(greedy)
    }
    for (const { client } of [...opened, again]) await client.dispose()
  })

  it('of the points of a minute are what all of its keys have together', async () => {
    const { api, greedy, modest, keyOf } = await start({ RATE_LIMIT: '10', TENANT_RATE_LIMIT: '15' })
    const second = await keyOf('greedy')
    const statuses = async (headers: Headers, times: number) => {
      const all = []
      for (let n = 0; n < times; n++) all.push((await query(api, headers)).status)
      return all
    }
    assert.deepEqual(await statuses(greedy, 12), [...Array<number>(10).fill(200), 429, 429])
    assert.deepEqual(await statuses(second, 6), [...Array<number>(5).fill(200), 429])
    assert.deepEqual(await statuses(modest, 10), Array<number>(10).fill(200))
  })
})

function clientOf({ url }: Api, connectionParams: object, lazy = true): Client {
  const options = { webSocketImpl: WebSocket, connectionParams: { ...connectionParams }, retryAttempts: 0, lazy }
  return createClient({ url: `${url.replace('http', 'ws')}/graphql`, ...options, onNonLazyError: () => undefined })
}
