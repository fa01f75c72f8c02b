/** What a request has seen, and what of it goes to and fro: on a store that has followers as a cluster does. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import type { Causality } from '../../src/storage/causality.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { describeOnce } from '../support/stores.ts'
import { startApi, type Api } from './support/api.ts'

const read = '{ conversation(id: "a") { turnCount } }'
const write = `mutation { storeTurn(input: { conversationId: "a", role: USER, text: "x" }) {
  conversation { turnCount transcript(last: 1) { nodes { text } } } userErrors { code } } }`

describeOnce('a request whose reads followers may answer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-seen-'))
  let api: Api
  /** Of each call of the store: what had been seen, and whether a follower could answer. */
  const calls: { readonly bookmarks: readonly string[]; readonly mayFollow: boolean }[] = []
  before(async () => {
    const within = <T>(causality: Causality, call: () => T): T => {
      const before = causality.bookmarks()
      calls.push({ bookmarks: before, mayFollow: causality.mayFollow })
      causality.record(before, [`FB:${calls.length}`])
      return call()
    }
    const store = await openSqliteStore({ path: join(folder, 'turngraph.db') })
    api = await startApi({ URL_SECRET: 's'.repeat(32) }, { store: { ...store, followers: { within } } })
  })
  after(async () => {
    await api.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Asks over HTTP, and returns the token of the answer: in the header and in the body. */
  async function ask(query: string, headers: Record<string, string> = {}, extensions = {}): Promise<string | null> {
    calls.length = 0
    const body = JSON.stringify({ query, extensions })
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }
    const response = await fetch(`${api.url}/graphql`, init)
    const answer = (await response.json()) as { errors?: unknown; extensions?: { seen?: string } }
    assert.equal(answer.errors, undefined)
    const token = response.headers.get('x-turngraph-seen')
    assert.equal(answer.extensions?.seen ?? null, token)
    return token
  }

  it('is answered by the leader unless it says what was seen', async () => {
    assert.ok(await ask(read))
    assert.ok(calls.length > 0 && calls.every(({ mayFollow }) => !mayFollow))
    await ask(read, { 'x-turngraph-seen': 'forged.token' })
    assert.ok(calls.every(({ mayFollow, bookmarks: [first] }) => !mayFollow && first !== 'forged'))
  })

  it('is answered by a follower that has what the token says, by header and by extension', async () => {
    const token = (await ask(read)) ?? ''
    const seen = `FB:${calls.length}`
    assert.ok(await ask(read, { 'x-turngraph-seen': token }))
    assert.deepEqual(calls[0], { bookmarks: [seen], mayFollow: true })
    await ask(read, {}, { seen: token })
    assert.deepEqual(calls[0], { bookmarks: [seen], mayFollow: true })
  })

  it('decides on writes at the leader, and says that it saw them', async () => {
    const token = (await ask(read)) ?? ''
    assert.ok(await ask(write, { 'x-turngraph-seen': token }))
    assert.ok(calls.length > 1 && calls.every(({ mayFollow }) => !mayFollow))
  })

  it('says nothing where nothing was read', async () => assert.equal(await ask('{ __typename }'), null))

  it('says it over WebSocket too', async () => {
    const client = createClient({ url: `${api.url.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket })
    const once = async (extensions?: Record<string, unknown>): Promise<unknown> => {
      calls.length = 0
      for await (const answer of client.iterate({ query: read, ...(extensions && { extensions }) }))
        return (answer.extensions as { readonly seen?: unknown } | undefined)?.seen
      return undefined
    }
    const seen = await once()
    assert.equal(typeof seen, 'string')
    assert.equal(calls[0]?.mayFollow, false)
    await once({ seen })
    assert.equal(calls.at(0)?.mayFollow, true)
    await client.dispose()
  })
})
