import assert from 'node:assert/strict'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { connect } from '../../src/client/client.ts'
import { createKey } from '../../src/app/access/keys.ts'
import { createTenant } from '../../src/app/access/tenants.ts'
import type { Tenant } from '../../src/domain/access/tenant.ts'
import { startApi } from '../graphql/support/api.ts'
import { describeOnce } from '../support/stores.ts'
import { readConfig } from '../../src/config/config.ts'
import type { TenantRecord } from '../../src/domain/access/requester.ts'
import { memoryScratch } from '../../src/formats/scratch.ts'
import { servedSessions, type ServedParts } from '../../src/watch/servedSessions.ts'
import { entries, linesOf } from '../support/transcripts.ts'
import { homeFolder, machineAt, watched } from '../support/watched.ts'
import { waitFor } from '../support/waitFor.ts'
import { fakeOf } from '../support/fakes.ts'

const line = (text: string) => linesOf(entries(text))
const one = '{ conversation(id: "s") { live turnCount transcript { nodes { text } } } }'
interface One {
  readonly conversation: {
    readonly live: boolean
    readonly turnCount: number
    readonly transcript: { readonly nodes: readonly { readonly text: string }[] }
  } | null
}

describeOnce('a server with WATCH', () => {
  it('has what is appended in lists, transcripts and subscriptions, and says that it is live', async () => {
    const folder = homeFolder()
    const path = join(folder, 's.jsonl')
    writeFileSync(path, line('u1'))
    const api = await startApi({ WATCH: folder })
    const graph = await connect({ url: api.url })
    await api.app.followSessions()
    await waitFor(async () => (await api.ask<One>(one)).conversation !== null)
    const changes = graph.conversations.subscribe()[Symbol.asyncIterator]()
    const next = changes.next()
    await waitFor(() => api.app.watches.size().subscriptions !== 0)
    appendFileSync(path, line('a1<u1'))
    assert.equal((await next).done, false)
    const { conversation } = await api.ask<One>(one)
    assert.deepEqual(
      conversation?.transcript.nodes.map(({ text }) => text),
      ['says u1', 'answers a1'],
    )
    assert.equal(conversation.live, true)
    const { conversations } = await api.ask('{ conversations { nodes { id turnCount live } } }')
    assert.deepEqual(conversations.nodes, [{ id: 's', turnCount: 2, live: true }])
    await changes.return?.()
    await graph.close()
    await api.close()
  })

  it('names a path of WATCH at which there is nothing, with the variable, and no agent that is not installed', async () => {
    const [home, warned] = [homeFolder(), [] as [object, string][]]
    const missing = join(home, 'no/such/folder')
    const sessions = servedSessions({ paths: ['auto', missing], tenant: 'default' }, readConfig({}), machineAt(home))
    const log = { info: () => undefined, warn: (facts: object, message: string) => void warned.push([facts, message]) }
    const record = fakeOf<TenantRecord>('tenant record', { name: 'default', state: 'ACTIVE' })
    const registry = fakeOf<ServedParts['store']['registry']>('registry', {
      tenant: () => Promise.resolve(record),
      tenants: () => Promise.resolve([record]),
    })
    const parts = { store: { registry }, log }
    const scopeOf = () => assert.fail('Nothing is stored.')
    await sessions.begin({ ...parts, scopeOf, loadScratch: () => Promise.resolve(memoryScratch) })
    await sessions.close()
    assert.deepEqual(warned, [
      [
        { path: missing, variable: 'WATCH' },
        `WATCH: there is nothing at "${missing}" yet; it is followed once there is.`,
      ],
    ])
  })

  it('stores into the tenant that WATCH_TENANT names, and refuses one that is not there', async () => {
    const folder = homeFolder()
    writeFileSync(join(folder, 's.jsonl'), line('u1'))
    const api = await startApi({ WATCH: folder, WATCH_TENANT: 'acme', AUTH: 'keys', RATE_LIMIT: '0' })
    await assert.rejects(api.app.followSessions(), /WATCH_TENANT: there is no tenant "acme"/)
    const { store, fresh } = api.app
    await createTenant(store.registry, fresh, 'acme', true)
    await api.app.followSessions()
    const asked = async (tenant: string) => {
      const key = await createKey(store.registry, fresh, {
        tenant: tenant as Tenant,
        scopes: ['READ'],
        label: 'test',
        milliseconds: null,
      })
      return (await api.send(one, {}, { authorization: `Bearer ${key.text}` })).data as One
    }
    await waitFor(async () => (await asked('acme')).conversation !== null)
    assert.equal((await asked('acme')).conversation?.live, true)
    assert.equal((await asked('default')).conversation, null)
    await api.close()
  })

  it('says of no session that it is live where none are followed', async () => {
    const api = await startApi()
    const graph = await connect({ url: api.url })
    const home = homeFolder()
    writeFileSync(join(home, 's.jsonl'), line('u1'))
    // Another process follows, and sends what it finds.
    const watch = watched(home, (source) => graph.import(source), [home])
    await watch.watching.settled
    appendFileSync(join(home, 's.jsonl'), line('a1<u1'))
    await watch.until(async () => (await api.ask<One>(one)).conversation?.turnCount === 2)
    assert.equal((await api.ask<One>(one)).conversation?.live, false)
    await watch.close()
    await graph.close()
    await api.close()
  })
})
