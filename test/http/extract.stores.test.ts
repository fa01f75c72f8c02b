/** Tables for analysts over HTTP, on every store. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { progressTimeout } from '../../src/http/timeouts.ts'
import { intercept } from '../../src/storage/intercept.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { turngraph } from '../cli/support.ts'
import { startApi, type Api } from '../graphql/support/api.ts'
import { forEachStore } from '../graphql/support/forEachStore.ts'
import { storeTurn } from '../graphql/support/talk.ts'
import { pause, waitFor } from '../support/waitFor.ts'

await forEachStore('GET /export?of=', (start) => {
  let api: Api
  before(async () => {
    api = await start()
    const usage = { inputTokens: 10, cacheReadTokens: 5, outputTokens: 2, costUsd: 0.5, answerId: '=1+1' }
    await storeTurn(api, { conversationId: 'c', role: 'ASSISTANT', text: 'Hi', model: 'm, n', usage })
  })
  after(() => api.close())
  const get = (query: string) => fetch(`${api.url}/export?${query}`)

  it('answers with a file of the kind that is asked for, which a header names: the page saves nothing that names none', async () => {
    const usage = await get('of=USAGE')
    assert.match(usage.headers.get('content-type') ?? '', /^application\/x-ndjson/)
    assert.equal(usage.headers.get('content-disposition'), 'attachment; filename="turngraph-usage.ndjson"')
    assert.equal((JSON.parse(await usage.text()) as { input_tokens: number }).input_tokens, 10)
    assert.equal(usage.headers.get('x-turngraph-format'), 'NDJSON')
    const csv = await get('of=turns&format=csv&names=otel')
    assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/)
    assert.equal(csv.headers.get('x-turngraph-format'), 'CSV')
    const [names = '', row = ''] = (await csv.text()).split('\r\n')
    assert.match(names, /^gen_ai\.conversation\.id,title,project,message_id,.*,gen_ai\.response\.id$/)
    assert.match(row, /,"m, n",.*,15,2,5,0,0\.5,STATED,,1,1,'=1\+1$/)
    const parquet = Buffer.from(await (await get('of=EVENTS&format=PARQUET')).arrayBuffer())
    assert.deepEqual([parquet.subarray(0, 4).toString(), parquet.subarray(-4).toString()], ['PAR1', 'PAR1'])
  })

  it('refuses what makes no sense with 400, code and facts', async () => {
    const refused = async (query: string) => {
      const answer = await get(query)
      const { error } = (await answer.json()) as { error: { code: string; details: unknown } }
      return [answer.status, error.code, error.details]
    }
    const of = ['USAGE', 'TURNS', 'EVENTS', 'CONVERSATIONS', 'FORKS']
    assert.deepEqual(await refused(''), [400, 'BAD_INPUT', { accepted: of }])
    assert.deepEqual(await refused('of=MOON'), [400, 'BAD_INPUT', { given: 'MOON', accepted: of }])
    const formats = ['NDJSON', 'CSV', 'PARQUET']
    assert.deepEqual(await refused('of=USAGE&format=XML'), [400, 'BAD_INPUT', { given: 'XML', accepted: formats }])
    const names = { given: 'ours', accepted: ['OWN', 'OTEL'] }
    assert.deepEqual(await refused('of=USAGE&names=ours'), [400, 'BAD_INPUT', names])
    const turned = { from: '2026-03-02T00:00:00Z', to: '2026-03-01T00:00:00Z' }
    assert.deepEqual(await refused(`of=USAGE&from=${turned.from}&to=${turned.to}`), [400, 'BAD_INPUT', turned])
    assert.deepEqual(await refused('of=USAGE&from=today'), [400, 'BAD_INPUT', { given: 'today' }])
    assert.equal((await refused('of=USAGE&includeDeleted=maybe'))[1], 'BAD_INPUT')
    assert.equal((await refused('of=USAGE&of=TURNS'))[1], 'BAD_INPUT')
  })

  it('is what the command line asks for with --url', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'turngraph-extract-'))
    const output = join(folder, 'usage.parquet')
    const run = (...args: string[]) => turngraph({}, 'export', ...args, '--url', api.url)
    const written = await run('--of', 'usage', '--format', 'parquet', '--output', output)
    const bytes = readFileSync(output)
    assert.deepEqual([written.status, bytes.subarray(0, 4).toString()], [0, 'PAR1'])
    assert.equal(written.stdout, `usage of tenant default: ${bytes.length} bytes written to ${output}\n`)
    const told = await run('--of', 'turns', '--names', 'otel')
    assert.equal((JSON.parse(told.stdout) as Record<string, unknown>)['gen_ai.usage.input_tokens'], 15)
    const turned = await run('--of', 'turns', '--from', '2026-03-02T00:00:00Z', '--to', '2026-03-01T00:00:00Z')
    assert.deepEqual([turned.status, turned.stderr], [1, 'turngraph: "from" lies after "to".\n'])
    assert.match((await run('c', '--of', 'turns')).stderr, /not both/)
    assert.match((await run()).stderr, /Name a conversation, or a table/)
    rmSync(folder, { recursive: true })
  })
})

describe('a table that is not taken', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-extract-'))
  let api: Api
  let walks = 0
  before(async () => {
    const store = await openSqliteStore({ path: join(folder, 'store.db') })
    // A store that has no end of events, in pages of a few hundred kilobytes.
    const endless = intercept(store, async (method, call, asked) => {
      if (method !== 'walk') return call()
      walks++
      const { limit } = asked[2] as { limit: number }
      const event = { conversationId: null, seq: null, kind: 'RELATE', at: '2026-03-01T08:00:00.000000000Z' }
      const rest = { actor: null, principal: null, note: 'x'.repeat(500), pathHash: null, details: {}, head: null }
      return { items: Array.from({ length: limit }, (_, k) => ({ ...event, ...rest, id: `${k}` })), next: 'more' }
    })
    api = await startApi({ IMPORT_STALL_MS: '2000' }, { store: endless })
  })
  after(async () => {
    await api.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is made no farther than it is taken, and is broken off in the end', async () => {
    const { hostname, port } = new URL(api.url)
    const socket = connect(Number(port), hostname)
    socket.pause()
    socket.write(`GET /export?of=EVENTS HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`)
    // Once the way is full no page more is asked for.
    await waitFor(async () => {
      const before = walks
      await pause(300, 'so long no page is asked for')
      return walks > 0 && walks === before
    })
    assert.ok(walks < 200, `${walks} pages`)
    // The server closes the connection, however much of what it sent was not read.
    socket.on('error', () => undefined)
    const open = () => promisify(api.app.server.server.getConnections.bind(api.app.server.server))()
    await waitFor(async () => (await open()) === 0)
    socket.destroy()
  })

  it('is given up when a piece is not made in time, and its work is told to end', async () => {
    const reasons: string[] = []
    async function* stuck() {
      yield Buffer.from('first')
      await new Promise<never>(() => undefined)
    }
    const bound = {
      ms: 30,
      onCancelled: (reason: Error) => void reasons.push(reason.message),
      onAbandoned: () => void reasons.push('abandoned'),
    }
    const pieces: string[] = []
    await assert.rejects(async () => {
      for await (const piece of progressTimeout(stuck(), bound)) pieces.push(Buffer.from(piece).toString())
    }, /made no progress for 30 ms/)
    assert.deepEqual(pieces, ['first'])
    assert.deepEqual(reasons, ['The export made no progress for 30 ms and was cancelled.'])
  })
})
