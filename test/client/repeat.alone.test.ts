import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type TurngraphError } from '../../src/client/client.ts'
import { isSafeToRepeat } from '../../src/client/repeat.ts'

const store = 'mutation ($input: StoreTurnInput!) { storeTurn(input: $input) { replayed userErrors { code } } }'
const keyed = { input: { role: 'USER', idempotencyKey: 'k' } }

/** Returns what a request says. */
const textOf = (request?: RequestInit): string => (typeof request?.body === 'string' ? request.body : '')

describe('what is safe to repeat', () => {
  it('are queries', () => {
    assert.ok(isSafeToRepeat('query Q { conversations { nodes { id } } }', {}))
    assert.ok(isSafeToRepeat('# a mutation\n{ search(text: "mutation") { nodes { score } } }', {}))
  })

  it('are mutations each input of which has an idempotency key', () => {
    assert.ok(isSafeToRepeat(store, keyed))
    assert.ok(!isSafeToRepeat(store, { input: { role: 'USER' } }))
    assert.ok(!isSafeToRepeat(store, { input: { role: 'USER', idempotencyKey: '' } }))
    assert.ok(!isSafeToRepeat(store, {}))
  })

  it('is nothing that cannot be told', () => {
    assert.ok(!isSafeToRepeat('mutation { storeTurn(input: { role: USER, idempotencyKey: "k" }) { replayed } }', keyed))
    const two = 'mutation ($input: A!) { a: storeTurn(input: $input) { replayed } b: undo(input: { }) { replayed } }'
    assert.ok(!isSafeToRepeat(two, keyed))
    assert.ok(!isSafeToRepeat('fragment F on Query { viewer { tenant } } mutation { nothing }', {}))
  })
})

describe('a server that does not answer at first', () => {
  /** A server that is away so many times. */
  const away = (times: number, how: () => Promise<Response>) => {
    let asked = 0
    const fetch = () => (asked++ < times ? how() : Promise.resolve(Response.json({ data: { done: true } })))
    return { fetch: fetch as typeof globalThis.fetch, asked: () => asked }
  }
  const refused = () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }))
  const late = () =>
    Promise.resolve(Response.json({ errors: [{ message: 'Late.', extensions: { code: 'TIMEOUT' } }] }, { status: 503 }))

  for (const [name, how] of Object.entries({ refused, late }))
    it(`is asked again where that is safe (${name})`, async () => {
      const { fetch, asked } = away(1, how)
      const client = await connect({ url: 'http://127.0.0.1:1', fetch })
      assert.deepEqual(await client.query(store, keyed), { done: true })
      assert.equal(asked(), 2)
    })

  it('is asked once where it is not', async () => {
    const { fetch, asked } = away(1, late)
    const client = await connect({ url: 'http://127.0.0.1:1', fetch })
    const input = { role: 'USER', text: 'One.' }
    await assert.rejects(client.query(store, { input }), (thrown: TurngraphError) => thrown.code === 'TIMEOUT')
    assert.equal(asked(), 1)
  })

  it('is given up after three times, with its address and the reason', async () => {
    const { fetch, asked } = away(9, refused)
    const client = await connect({ url: 'http://127.0.0.1:1/', fetch })
    await assert.rejects(client.query('{ viewer { tenant } }'), (thrown: TurngraphError) => {
      assert.deepEqual(thrown.details, { url: 'http://127.0.0.1:1/graphql', reason: 'ECONNREFUSED' })
      return thrown.code === 'UNREACHABLE'
    })
    assert.equal(asked(), 3)
  })

  it('is not asked again once the signal says so', async () => {
    const { fetch, asked } = away(9, refused)
    const client = await connect({ url: 'http://127.0.0.1:1', fetch })
    const stop = new AbortController()
    const asking = client.query('{ viewer { tenant } }', {}, { signal: stop.signal })
    stop.abort(new Error('Enough.'))
    await assert.rejects(asking)
    assert.ok(asked() <= 1)
  })

  it('shows what is no turngraph for what it is', async () => {
    const fetch = (() => Promise.resolve(new Response('<html>', { status: 404 }))) as typeof globalThis.fetch
    const client = await connect({ url: 'http://127.0.0.1:1', fetch })
    await assert.rejects(client.query('{ viewer { tenant } }'), (thrown: TurngraphError) => {
      assert.deepEqual(thrown.details, { url: 'http://127.0.0.1:1/graphql', status: 404 })
      return thrown.code === 'UNEXPECTED_ANSWER'
    })
  })
})

describe('a server that has too much to do', () => {
  const busy = (status: number, code: string, headers: Record<string, string>, times: number) => {
    let asked = 0
    const keys = new Set<string>()
    const fetch: typeof globalThis.fetch = async (_, request) => {
      const { variables } = JSON.parse(textOf(request)) as { variables: { input: { idempotencyKey: string } } }
      keys.add(variables.input.idempotencyKey)
      if (asked++ < times)
        return Response.json({ errors: [{ message: 'Busy.', extensions: { code } }] }, { status, headers })
      const stored = { conversation: { id: 'c' }, message: { id: 'c:1' }, observation: { id: 'o' }, warnings: [] }
      return Response.json({ data: { storeTurn: { ...stored, replayed: false, leftTranscript: 0, forked: false } } })
    }
    return { fetch, asked: () => asked, keys }
  }

  for (const [status, code] of [
    [429, 'RATE_LIMITED'],
    [503, 'OVERLOADED'],
    [503, 'TIMEOUT'],
  ] as const)
    it(`is asked again after as long as it says, under one key (${status} ${code})`, async () => {
      const { fetch, asked, keys } = busy(status, code, { 'retry-after': '1' }, 1)
      const tg = await connect({ url: 'http://127.0.0.1:1', fetch })
      const before = performance.now()
      const { observationId } = await tg.conversations.open('c').append({ role: 'USER', text: 'One.' })
      assert.deepEqual([observationId, asked(), keys.size], ['o', 2, 1])
      assert.ok(performance.now() - before > 950)
    })

  it('is given up after six times, with what it said', async () => {
    const { fetch, asked } = busy(429, 'RATE_LIMITED', { 'retry-after': '0' }, 99)
    const tg = await connect({ url: 'http://127.0.0.1:1', fetch })
    const asking = tg.conversations.open('c').append({ role: 'USER', text: 'One.' })
    await assert.rejects(
      asking,
      (thrown: TurngraphError) => thrown.code === 'RATE_LIMITED' && thrown.retryAfterMs === 0,
    )
    assert.equal(asked(), 6)
  })

  it('is not waited for by a query of your own', async () => {
    const { fetch, asked } = busy(429, 'RATE_LIMITED', { 'retry-after': '9' }, 99)
    const tg = await connect({ url: 'http://127.0.0.1:1', fetch })
    await assert.rejects(tg.query(store, keyed), (thrown: TurngraphError) => thrown.code === 'RATE_LIMITED')
    assert.equal(asked(), 1)
  })

  it('is asked in any document that has its text, and in no other', async () => {
    const fetch: typeof globalThis.fetch = async (_, request) =>
      Response.json({ data: JSON.parse(textOf(request)) as object })
    const tg = await connect({ url: 'http://127.0.0.1:1', fetch })
    const text = '{ viewer { tenant } }'
    const documents = [text, new String(text), { kind: 'Document', loc: { source: { body: text } } }]
    for (const document of documents) assert.equal((await tg.query<{ query: string }>(document as string)).query, text)
    await assert.rejects(tg.query({ kind: 'Document' } as unknown as string), { code: 'BAD_INPUT' })
  })
})
