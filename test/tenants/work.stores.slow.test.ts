/**
 * How long an answer takes must not tell whether another tenant has what was sought. Times are noise: counted is what is done,
 * for the name of another's thing as for one that nothing ever had.
 */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Api } from '../graphql/support/api.ts'
import { forEachStore } from '../graphql/support/forEachStore.ts'
import { says, startModel, type Model } from '../graphql/support/model.ts'
import { mutate, storeTurn } from '../graphql/support/talk.ts'
import { nobodys, seed, useKey, type Named } from './support/named.ts'
import { tenantApi, type TenantApi } from './support/tenantApi.ts'
import { countWork, type WorkCounter } from './support/work.ts'

const metricsToken = 'what the operator alone knows'

/** One way to ask for one name, and the name as who is asked about has it. */
interface Probe {
  readonly of: (named: Named) => string
  readonly ask: (api: TenantApi, name: string) => Promise<unknown>
}

const field = (text: string) => (api: TenantApi, name: string) => api.send(`query ($id: ID!) { ${text} }`, { id: name })
const got = (path: (name: string) => string, init: RequestInit = {}) => {
  return async (api: TenantApi, name: string) => (await api.fetch(path(encodeURIComponent(name)), init)).text()
}
const idOf =
  (kind: string) =>
  ({ ids }: Named) =>
    ids[kind] ?? ''
const line = (uuid: string, text: string) =>
  JSON.stringify({
    ...{ type: 'user', uuid, parentUuid: null, sessionId: `session-${text}`, timestamp: '2026-01-01T00:00:00Z' },
    message: { role: 'user', content: text },
  })

/** Each kind of thing, by each way that leads to it by its name alone. */
const probes: Readonly<Record<string, Probe>> = {
  conversation: { of: idOf('plain'), ask: field('conversation(id: $id) { title }') },
  'conversation as a file': { of: idOf('plain'), ask: got((id) => `/export/${id}`) },
  'conversation as a tree': { of: idOf('plain'), ask: got((id) => `/tree/${id}`) },
  message: { of: idOf('said'), ask: field('message(id: $id) { turnId }') },
  observation: { of: idOf('last'), ask: field('observation(id: $id) { text }') },
  entity: { of: idOf('entity'), ask: field('entity(id: $id) { name }') },
  attachment: { of: idOf('attachment'), ask: field('attachment(id: $id) { byteSize }') },
  'bytes of an attachment': { of: idOf('attachment'), ask: got((id) => `/attachments/${id}`) },
  'idempotency key': {
    of: ({ begin }) => `${begin}known`,
    ask: (api, idempotencyKey) => mutate(api, 'createConversation', { idempotencyKey }, ''),
  },
  'message that a turn is of': {
    of: idOf('plain'),
    ask: (api, conversationId) => storeTurn(api, { conversationId, turnId: 't3', role: 'USER', text: 'ours' }),
  },
  'line of a file': {
    of: ({ begin }) => `${begin}line`,
    ask: (api, uuid) =>
      api.fetch('/import', { method: 'POST', body: `${line(uuid, 'one')}\n` }).then((it) => it.text()),
  },
}

await forEachStore('what is done for a name', (start) => {
  let [api, model]: [Api, Model] = [null as never, null as never]
  let counter: WorkCounter
  let owner: { readonly api: TenantApi; readonly named: Named }
  let asker: TenantApi
  before(async () => {
    model = await startModel()
    model.does = says('An answer.')
    const responder = { RESPONDER_URL: model.url, RESPONDER_MODEL: 'm' }
    api = await start({ AUTH: 'keys', RATE_LIMIT: '0', METRICS_TOKEN: metricsToken, ...responder })
    const asked = await tenantApi(api, 'work-owner')
    owner = { api: asked, named: await seed(asked, 'owners-') }
    await useKey(owner.api, owner.named, 'known')
    const imported = await owner.api.fetch('/import', { method: 'POST', body: `${line('owners-line', 'other')}\n` })
    assert.equal(imported.status, 200)
    counter = countWork(api, metricsToken)
  })
  after(async () => {
    counter.stop()
    await api.close()
    await model.close()
  })

  for (const [kind, { of, ask }] of Object.entries(probes))
    it(`is as much where another tenant has the ${kind} as where nobody has`, async () => {
      const foreign = of(owner.named)
      const none = nobodys(foreign, 'owners-')
      const another = none.includes('nobody-') ? none.replaceAll('nobody-', 'nobodys') : nobodys(none, 'owners-')
      assert.equal(new Set([foreign, none, another]).size, 3)
      const done = []
      // Each asker asks for the first time, for what nobody has asked for; who comes before warms what they share.
      for (const [k, name] of [another, none, foreign].entries()) {
        asker = await tenantApi(api, `w${k}-${kind.toLowerCase().replaceAll(' ', '-')}`)
        done.push((await counter.during(() => ask(asker, name)))[1])
      }
      const [, ofNone, ofForeign] = done
      assert.deepEqual(ofForeign, ofNone)
      assert.ok(
        Object.keys(ofNone ?? {}).some((what) => !what.startsWith('create')),
        'Nobody looks for it.',
      )
    })
})
