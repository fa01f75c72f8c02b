/** A server whose store answers when it is told to, and whose clock stands still: nothing here depends on the machine. */
// Takes long: it waits for hundreds of requests.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { normalConcurrency } from '../../src/http/admission/loadShedder.ts'
import { intercept } from '../../src/storage/intercept.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { startApi, type Answer } from '../graphql/support/api.ts'
import { describeOnce } from '../support/stores.ts'
import { waitFor } from '../support/waitFor.ts'

const query = '{ conversation(id: "none") { id } }'
interface Asked {
  readonly status: number
  readonly retryAfter: string | null
  readonly errors: Answer['errors']
}

async function started(t: TestContext, env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-overload-'))
  const held: (() => void)[] = []
  let isHolding = true
  const store = intercept(await openSqliteStore({ path: join(folder, 'store.db') }), async (name, call) => {
    if (name === 'conversations' && isHolding) await new Promise<void>((resolve) => held.push(resolve))
    return call()
  })
  const api = await startApi(env, { store })
  const then = performance.now()
  const clock = t.mock.method(performance, 'now', () => then)
  const ask = async (headers: Record<string, string> = {}): Promise<Asked & { readonly headers: Headers }> => {
    const answer = await fetch(`${api.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    })
    const { errors = [] } = (await answer.json()) as { errors?: Answer['errors'] }
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), errors, headers: answer.headers }
  }
  const answers: Asked[] = []
  const asked: Promise<unknown>[] = []
  const send = (count: number) => {
    for (let n = 0; n < count; n++) asked.push(ask().then((answer) => answers.push(answer)))
  }
  /** What was sent is with the store, or was answered. */
  const settled = async () => {
    await waitFor(() => held.length + answers.length >= asked.length)
  }
  return {
    ...{ api, ask, answers, held, send, settled },
    /** Asks twice as much as is answered, until there is an overload, and no more are under way than it takes. */
    overload: async (): Promise<void> => {
      const isOverload = () => answers.some(({ status }) => status === 503)
      for (let rounds = 0; rounds < 1_000 && (!isOverload() || held.length > normalConcurrency - 24); rounds++) {
        send(48)
        await settled()
        assert.ok(held.length < 300, String(held.length))
        for (const release of held.splice(0, 24)) release()
        await settled()
      }
      send(normalConcurrency)
      await settled()
      assert.equal(held.length, normalConcurrency)
    },
    /** The store answers again. */
    release: async (): Promise<void> => {
      isHolding = false
      for (const release of held.splice(0)) release()
      await Promise.all(asked)
    },
    close: async (): Promise<void> => {
      clock.mock.restore()
      await api.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** What a client sees that reads all that comes over one connection, until that is so often an answer. */
async function over(url: string, texts: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let seen = ''
  socket.setEncoding('latin1').on('data', (text: string) => (seen += text))
  for (const [n, text] of texts.entries()) {
    socket.write(text)
    await waitFor(() => seen.split('HTTP/1.1 ').length >= n + 2, { told: () => seen })
  }
  socket.destroy()
  return seen
}

describeOnce('a server that is asked more than it answers', () => {
  it('refuses the rest at once with 503 and Retry-After, and takes all again when it is over', async (t) => {
    const { api, ask, answers, overload, release, close } = await started(t)
    await overload()
    const refused = answers.filter(({ status }) => status !== 200)
    assert.ok(refused.length >= 96, String(refused.length))
    for (const { status, retryAfter, errors } of refused) {
      assert.deepEqual([status, retryAfter], [503, '1'])
      assert.deepEqual(errors[0]?.extensions, { code: 'OVERLOADED', details: { limit: normalConcurrency } })
    }
    assert.equal((await fetch(`${api.url}/health/live`)).status, 200)
    assert.match(await (await fetch(`${api.url}/metrics`)).text(), /errors_total\{code="OVERLOADED"\} \d{2}/)

    await release()
    for (const size of [...Array.from({ length: 10 }, () => 16), 100]) {
      const crowd = await Promise.all(Array.from({ length: size }, () => ask()))
      assert.deepEqual(new Set(crowd.map(({ status }) => status)), new Set([200]))
    }
    const told = api.logged.filter((line) => line.includes('Overloaded: excess'))
    assert.equal(told.length, 1)
    assert.match(told.join(), /"Overloaded: excess requests get 503/)
    await close()
  })

  it('leaves the connection of what it refused as it was, whether or not all of it had come', async (t) => {
    const { api, overload, release, close } = await started(t)
    await overload()
    const body = JSON.stringify({ query })
    const head = (length: number) =>
      `POST /graphql HTTP/1.1\r\nhost: ${new URL(api.url).host}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`
    const whole = head(body.length) + body
    const seen = await over(api.url, [whole, whole, head(50_000) + ' '.repeat(1_000), ' '.repeat(49_000) + whole])
    assert.deepEqual(
      seen.match(/HTTP\/1.1 \d+/g),
      Array.from({ length: 4 }, () => 'HTTP/1.1 503'),
    )
    assert.equal(seen.match(/\r\nconnection: keep-alive\r\n/gi)?.length, 4)
    await release()
    await close()
  })

  it('tells pages of other sites as well, and answers a long body when all of it has come', async (t) => {
    const page = 'https://pages.example'
    const { api, ask, overload, release, close } = await started(t, { ALLOWED_ORIGINS: page })
    await overload()
    const { status, retryAfter, errors, headers } = await ask({ origin: page })
    assert.deepEqual([status, retryAfter, errors[0]?.extensions.code], [503, '1', 'OVERLOADED'])
    assert.equal(headers.get('access-control-allow-origin'), page)
    const long = await fetch(`${api.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { long: ' '.repeat(200_000) } }),
    })
    assert.equal(long.status, 503)
    await release()
    await close()
  })

  it('that was held up refuses what came meanwhile, but for a few, and takes what comes then', async (t) => {
    const { ask, answers, held, send, settled, overload, release, close } = await started(t)
    await overload()
    const before = answers.length
    for (const each of held.splice(0, 8)) each()
    await settled()
    assert.equal(answers.length, before + 8)
    send(200)
    // The process does nothing else for so long.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
    await settled()
    assert.equal(held.length, normalConcurrency)
    assert.equal(answers.length, before + 200)
    await release()
    for (let n = 0; n < 5; n++) await Promise.all(Array.from({ length: 24 }, () => ask()))
    assert.equal((await ask()).status, 200)
    await close()
  })
})
