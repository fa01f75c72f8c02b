import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { connect, TurngraphError, type ConnectedGraph, type ConversationEvent } from '../../src/client/client.ts'
import { startApi, type Api } from '../graphql/support/api.ts'
import { describeOnce } from '../support/stores.ts'
import { everyWay, type Connected } from './support.ts'
import { pause, waitFor } from '../support/waitFor.ts'

const addressOf = (input: string | URL | Request): string => (input instanceof Request ? input.url : input.toString())

/** Returns the next so many items of a stream, which stays open. */
async function next<T>(stream: AsyncIterator<T, undefined>, count: number): Promise<T[]> {
  const items: T[] = []
  for (let taken = 0; taken < count; taken++) {
    const result = await stream.next()
    if (result.done) break
    items.push(result.value)
  }
  return items
}

/** Does something again and again until what is waited for comes. */
async function whileDoing<T>(waited: Promise<T>, work: () => Promise<unknown>): Promise<T> {
  let isOver = false
  void waited.finally(() => (isOver = true)).catch(() => undefined)
  await waitFor(async () => isOver || (await work(), isOver), { every: 100 })
  return waited
}
const seqsOf = (events: readonly ConversationEvent[]) => events.map(({ seq }) => seq)
const refused = (code: string) => (thrown: unknown) => thrown instanceof TurngraphError && thrown.code === code

for (const { name, skip, connect: open } of await everyWay())
  describe(`following conversations (${name})`, { skip }, () => {
    let connected: Connected
    let tg: ConnectedGraph
    before(async () => {
      connected = await open()
      tg = connected.client
    })
    after(() => connected.end())

    it('tells what was and what is done, each event once and in order', async () => {
      const talk = tg.conversations.open('follow')
      for (const text of ['One.', 'Two.']) await talk.append({ role: 'USER', text })
      const stream = talk.subscribe({ afterSeq: 0 })
      const past = await next(stream, 3)
      await talk.append({ role: 'USER', text: 'Three.', turnId: 'm3' })
      await talk.rewind({ turns: 1 })
      const all = [...past, ...(await next(stream, 2))]
      await stream.return?.()
      assert.deepEqual(seqsOf(all), [1, 2, 3, 4, 5])
      assert.deepEqual(
        all.map(({ kind }) => kind),
        ['CREATE', 'STORE', 'STORE', 'STORE', 'REWIND'],
      )
      assert.deepEqual(
        all[3]?.observations.map(({ message, text }) => [message?.turnId, text]),
        [['m3', 'Three.']],
      )
      assert.equal((await stream.next()).done, true)
    })

    it('begins now where no place is named, and ends with break, the signal and the client', async () => {
      const talk = tg.conversations.open('now')
      await talk.append({ role: 'USER', text: 'Before.' })
      const stream = talk.subscribe()
      const first = await whileDoing(stream.next(), () => talk.append({ role: 'USER', text: 'More.' }))
      const seq = first.value?.seq ?? 0
      assert.ok(seq > 2, `${seq}`)
      await talk.append({ role: 'USER', text: 'Last.' })
      for await (const event of stream) {
        assert.equal(event.seq, seq + 1)
        break
      }
      const stop = new AbortController()
      const stopped = talk.subscribe({ signal: stop.signal }).next()
      setTimeout(() => stop.abort(new Error('Enough.')), 100)
      await assert.rejects(stopped, /Enough\./)
      const waiting = talk.subscribe()
      const left = waiting.next()
      await waiting.return?.()
      assert.equal((await left).done, true)
      const own = await open()
      const other = own.client.conversations.open('own')
      await other.append({ role: 'USER', text: 'One.' })
      const ended = other.subscribe().next()
      await pause(200, 'it waits for news')
      await own.client.close()
      assert.equal((await ended).done, true)
      await own.end()
    })

    it('throws where there is no conversation, once it is deleted, and for a place beyond its end', async () => {
      await assert.rejects(tg.conversations.open('never').subscribe().next(), refused('NOT_FOUND'))
      const talk = tg.conversations.open('deleted')
      await talk.append({ role: 'USER', text: 'One.', turnId: 'm1' })
      await assert.rejects(talk.subscribe({ afterSeq: 9 }).next(), refused('BAD_INPUT'))
      const stream = talk.subscribe({ afterSeq: 2 })
      const first = stream.next()
      await tg.query('mutation { deleteMessage(input: { id: "deleted:m1" }) { message { id } userErrors { code } } }')
      assert.equal((await first).value?.kind, 'DELETE')
      await talk.delete()
      assert.equal((await stream.next()).value?.seq, 4)
      await assert.rejects(stream.next(), refused('NOT_FOUND'))
      await assert.rejects(talk.subscribe().next(), refused('NOT_FOUND'))
    })

    it('tells of a list that its conversations have changed', async () => {
      const filter = { metadata: { listed: true } }
      const stream = tg.conversations.subscribe({ filter })
      await tg.conversations.create({ id: 'unlisted' })
      const listed = await tg.conversations.create({ id: 'listed', metadata: { listed: true } })
      const first = await whileDoing(stream.next(), () => listed.append({ role: 'USER', text: 'More.' }))
      assert.equal(first.value?.id, 'listed')
      await stream.return?.()
      const none = tg.conversations.subscribe({ filter: { activeAfter: 'never' } })
      await assert.rejects(none.next(), TurngraphError)
    })
  })

describeOnce('following over connections that are lost', () => {
  const data = mkdtempSync(join(tmpdir(), 'turngraph-follow-'))
  after(() => rmSync(data, { recursive: true, force: true }))

  /** A server that comes and goes, at one address. */
  const comingAndGoing = () => {
    let api: Api | null = null
    let begun = () => {}
    const followed = new Promise<void>((done) => (begun = done))
    const fetch: typeof globalThis.fetch = async (address, init) => {
      const response = await asked(address, init)
      if (addressOf(address).endsWith('/graphql/stream')) begun()
      return response
    }
    const asked: typeof globalThis.fetch = (address, init) =>
      globalThis.fetch(addressOf(address).replace('http://turngraph.test', api?.url ?? 'http://127.0.0.1:9'), init)
    return {
      fetch,
      followed,
      start: async () => void (api = await startApi({ DATA: data })),
      stop: async () => {
        await api?.close()
        api = null
      },
    }
  }

  it('each event comes once and in order, also over restarts of the server', async () => {
    const server = comingAndGoing()
    await server.start()
    const tg = await connect({ url: 'http://turngraph.test', fetch: server.fetch })
    const talk = tg.conversations.open('restarts')
    await talk.append({ role: 'USER', text: 'One.' })
    const stream = talk.subscribe({ afterSeq: 0 })
    const seen = seqsOf(await next(stream, 2))
    for (const round of [1, 2]) {
      await server.stop()
      await server.start()
      for (const text of ['a', 'b']) await talk.append({ role: 'USER', text: `${round}${text}` })
      seen.push(...seqsOf(await next(stream, 2)))
    }
    assert.deepEqual(seen, [1, 2, 3, 4, 5, 6])
    await stream.return?.()
    await server.stop()
  })

  it('a stream that is cut, cut in the middle of a word, or refused for a while is begun again where it stood', async () => {
    const api = await startApi()
    let opened = 0
    const fetch: typeof globalThis.fetch = async (address, init) => {
      if (!addressOf(address).endsWith('/graphql/stream')) return globalThis.fetch(address, init)
      opened++
      if (opened === 2) return new Response('busy', { status: 503, headers: { 'retry-after': '0' } })
      const response = await globalThis.fetch(address, init)
      return opened > 3 ? response : new Response(cutAfter(response.body, 'event: next', 2), response)
    }
    const tg = await connect({ url: api.url, fetch })
    const talk = tg.conversations.open('cut')
    for (const text of ['1', '2', '3', '4', '5', '6']) await talk.append({ role: 'USER', text: `äöü ${text}` })
    const stream = talk.subscribe({ afterSeq: 0 })
    const events = await next(stream, 7)
    assert.deepEqual(seqsOf(events), [1, 2, 3, 4, 5, 6, 7])
    assert.deepEqual(events.map(({ observations }) => observations[0]?.text).at(-1), 'äöü 6')
    assert.ok(opened > 3, `${opened}`)
    await stream.return?.()
    await api.close()
  })

  it('what was written while the connection was lost is told, also where it began with nothing', async () => {
    const server = comingAndGoing()
    await server.start()
    const tg = await connect({ url: 'http://turngraph.test', fetch: server.fetch })
    const talk = tg.conversations.open('gap')
    await talk.append({ role: 'USER', text: 'Before.' })
    const stream = talk.subscribe()
    const first = stream.next()
    await server.followed
    await server.stop()
    await server.start()
    await talk.append({ role: 'USER', text: 'After.' })
    assert.equal((await first).value?.seq, 3)
    await stream.return?.()
    await server.stop()
  })
})

/** Lets so many of a word through, and breaks off behind the last one. */
function cutAfter(body: ReadableStream<Uint8Array> | null, word: string, count: number): ReadableStream<Uint8Array> {
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()]
  let text = ''
  const cut = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller): void {
      const before = text.length
      text += decoder.decode(chunk, { stream: true })
      let end = -1
      for (let i = 0; i < count; i++) end = text.indexOf(word, end + 1)
      if (end < 0 || text.split(word).length <= count) {
        controller.enqueue(encoder.encode(text.slice(before)))
        return
      }
      controller.enqueue(encoder.encode(text.slice(before, end + word.length + 30)))
      controller.error(new Error('cut'))
    },
  })
  return (body ?? assert.fail('There is no stream.')).pipeThrough(cut)
}
