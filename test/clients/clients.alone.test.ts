import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { whyNoClients } from '../../scripts/clients.ts'
import { runNode, tool } from '../../scripts/run.ts'
import { revokeKey } from '../../src/app/access/keys.ts'
import { startApi, type Api } from '../graphql/support/api.ts'
import { storeTurn, talk } from '../graphql/support/talk.ts'
import { tenantApi, type TenantApi } from '../tenants/support/tenantApi.ts'
import type { Client } from './client.ts'
import { waitFor } from '../support/waitFor.ts'

type Open = (origin: string, key?: string) => Client

const skip = whyNoClients() ?? false

/** The clients, and whether each keeps what it was told in a cache. */
const clients = [
  { name: 'Apollo Client', walk: 'apollo', hasCache: true },
  { name: 'urql with Graphcache', walk: 'urql', hasCache: true },
  { name: 'Relay', walk: 'relay', hasCache: true },
  { name: 'gql.tada with urql', walk: 'tada', hasCache: false },
  { name: 'graphql-ws', walk: 'graphqlWs', hasCache: false },
  { name: 'graphql-sse', walk: 'graphqlSse', hasCache: false },
] as const

/** It asks for keys, and looks often whether those who follow something still have theirs. */
let server: Api
before(async () => void (server = await startApi({ AUTH: 'keys', RATE_LIMIT: '0' }, {}, { recheckMs: 100 })))
after(() => server.close())

for (const { name, walk, hasCache } of clients)
  describe(`the GraphQL client ${name}`, { skip }, () => {
    const [up, down] = [`${walk}-up`, `${walk}-down`]
    const complaints: unknown[][] = []
    const { warn, error } = console
    let client: Client
    let api: TenantApi

    before(async () => {
      api = await tenantApi(server, walk.toLowerCase())
      for (const id of [up, down]) await talk(api, id, 'One.', 'Two.', 'Three.', 'Four.', 'Five.')
      Object.assign(console, complain(complaints))
      const { open } = (await import(`./walks/${walk}.ts`)) as { open: Open }
      client = open(api.url, api.key)
    })
    after(() => void Object.assign(console, { warn, error }))

    it('reads the title and the turns of a conversation', async () => {
      assert.deepEqual(await client.open(up), { title: 'One.', turnCount: 5 })
    })

    it('pages on from the first turn of a transcript', async () => {
      assert.deepEqual(await client.first(up), ['One.', 'Two.'])
      assert.deepEqual(await client.next(up), ['One.', 'Two.', 'Three.', 'Four.'])
    })

    it('pages back from the head of a transcript', async () => {
      assert.deepEqual(await client.last(down), ['Four.', 'Five.'])
      assert.deepEqual(await client.previous(down), ['Two.', 'Three.', 'Four.', 'Five.'])
    })

    it('shows a turn that it stored, from its cache where it has one', async () => {
      assert.equal((await client.store(up, 'Six.')).turnCount, 6)
      assert.equal((await requested(() => client.shown(up), hasCache)).turnCount, 6)
    })

    it('is told what others store, and shows it', async () => {
      const seqs = new Told()
      const stop = client.follow(up, (seq) => seqs.tell(seq))
      await seqs.reach(1)
      await storeTurn(api, { conversationId: up, role: 'USER', text: 'Seven.' })
      await seqs.reach(await lastSeq(api, up))
      assert.equal((await requested(() => client.shown(up), hasCache)).turnCount, 7)
      stop()
    })

    it('has written no warning and no error after all this', () => assert.deepEqual(complaints, []))

    it('is answered nothing without its key, and follows nothing once that is revoked', async () => {
      const { open } = (await import(`./walks/${walk}.ts`)) as { open: Open }
      await assert.rejects(open(api.url).open(down))
      const told = new Told()
      const follower = open(api.url, api.key)
      const stop = follower.follow(
        down,
        (seq) => told.tell(seq),
        () => {},
      )
      await told.reach(1)
      await revokeKey(server.app.store.registry, server.app.fresh, api.keyId)
      await waitFor(() => server.app.watches.size().subscriptions === 0)
      stop()
      await assert.rejects(open(api.url, api.key).open(down))
    })
  })

describe('the types that clients get from the schema', { skip }, () => {
  it('hold what the walks ask for, and nothing else', () =>
    assert.equal(runNode(tool('tsc', ['--project', 'test/clients'], 'typescript7')), 0))
})

function complain(complaints: unknown[][]): Pick<Console, 'warn' | 'error'> {
  const keep = (...words: unknown[]): void => void complaints.push(words)
  return { warn: keep, error: keep }
}

/** What was told by its number, awaited. */
class Told {
  #last = 0
  tell(seq: number): void {
    this.#last = seq
  }
  async reach(seq: number): Promise<void> {
    await waitFor(() => this.#last >= seq)
  }
}

async function lastSeq(api: Api, id: string): Promise<number> {
  const query = 'query ($id: ID!) { conversation(id: $id) { events(first: 1) { nodes { seq } } } }'
  return (await api.ask(query, { id })).conversation.events.nodes[0].seq
}

/** Returns what is asked for; from a cache nothing may be asked of the server. */
async function requested<T>(ask: () => Promise<T>, fromCache: boolean): Promise<T> {
  const { fetch } = globalThis
  let requests = 0
  globalThis.fetch = (...given) => {
    requests++
    return fetch(...given)
  }
  try {
    const answer = await ask()
    if (fromCache) assert.equal(requests, 0)
    return answer
  } finally {
    globalThis.fetch = fetch
  }
}
