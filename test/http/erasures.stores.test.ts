/** Who may erase, and see what was erased, over HTTP: whose key says so, and of the key's own tenant alone. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createKey } from '../../src/app/access/keys.ts'
import { createTenant } from '../../src/app/access/tenants.ts'
import type { AccessScope } from '../../src/domain/access/principal.ts'
import type { Mutation, Query } from '../../src/graphql/generated.ts'
import type { Api, Sure } from '../graphql/support/api.ts'
import { forEachStore } from '../graphql/support/forEachStore.ts'

const erases = `mutation ($input: EraseInput!) {
  erase(input: $input) { receipt { id nodeId state observationIds } replayed userErrors { code message details field } }
}`
const stores = `mutation ($id: ID!, $text: String!) {
  storeTurn(input: { conversationId: $id, turnId: "u1", role: USER, text: $text }) { observation { id } }
}`
const sees = `query ($id: ID!, $observationId: ID!) {
  erasures { totalCount nodes { id } } erasure(id: $id) { id covers(observationId: $observationId) }
}`

await forEachStore('erasures over HTTP', (start) => {
  let api: Api
  before(async () => {
    api = await start({ AUTH: 'keys', RATE_LIMIT: '0' })
  })
  after(() => api.close())

  const tenantOf = async (name: string) => {
    const { store, fresh } = api.app
    const { name: tenant } = await createTenant(store.registry, fresh, name, true)
    return async (scope: AccessScope) => {
      const { text } = await createKey(store.registry, fresh, {
        tenant,
        scopes: [scope],
        label: null,
        milliseconds: null,
      })
      return async (query: string, variables: object) => {
        const { data, errors } = await api.send(query, variables, { authorization: `Bearer ${text}` })
        return { data: data as Sure<Query & Mutation>, codes: errors.map(({ extensions }) => extensions.code) }
      }
    }
  }
  const input = (messageId: string) => ({ messageIds: [messageId], reason: 'SECRET_LEAKED' })

  it('are made and seen by whose key may erase, which reads nothing by it', async () => {
    const by = await tenantOf('makes')
    const [read, write, erase] = [await by('READ'), await by('WRITE'), await by('ERASE')]
    const { data } = await write(stores, { id: 'c', text: 'hush' })
    const observationId = data.storeTurn.observation.id
    for (const refused of [read, write])
      assert.deepEqual((await refused(erases, { input: input('c:u1') })).codes, ['FORBIDDEN'])
    const { receipt } = (await erase(erases, { input: input('c:u1') })).data.erase
    assert.deepEqual([receipt.state, receipt.observationIds], ['ERASED', [observationId]])
    const asked = `query ($id: ID!) { erasures { totalCount } erasure(id: $id) { id covers(observationId: "${observationId}") } }`
    const seen = await erase(asked, { id: receipt.id })
    assert.deepEqual(seen, {
      data: { erasures: { totalCount: 1 }, erasure: { id: receipt.id, covers: true } },
      codes: [],
    })
    const shown = '{ message(id: "c:u1") { text erased observations { nodes { erased erasure { id } } } } }'
    for (const other of [read, write]) {
      assert.ok((await other(asked, { id: receipt.id })).codes.every((code) => code === 'FORBIDDEN'))
      // Who reads sees that it is erased, and not by which erasure.
      assert.deepEqual((await other(shown, {})).data, {
        message: { text: null, erased: true, observations: { nodes: [{ erased: true, erasure: null }] } },
      })
    }
    assert.deepEqual((await erase(shown, {})).codes, ['FORBIDDEN'])
  })

  it("of another tenant, and another tenant's messages, are as those that never were", async () => {
    const [mine, theirs] = [await tenantOf('mine'), await tenantOf('theirs')]
    const [write, erase, stranger] = [await mine('WRITE'), await mine('ERASE'), await theirs('ERASE')]
    const stored = await write(stores, { id: 'hushed', text: 'hush' })
    const observationId = stored.data.storeTurn.observation.id
    const answerTo = async (targets: object) => {
      const { data, codes } = await stranger(erases, { input: { reason: 'OTHER', ...targets } })
      const [fault] = data.erase.userErrors as readonly { readonly code: string }[]
      return { codes, code: fault?.code, text: JSON.stringify(fault) }
    }
    const pairs = [
      ['messageIds', 'hushed:u1', 'nothing:u1'],
      ['conversationIds', 'hushed', 'nothing'],
      ['observationIds', observationId, `${observationId.slice(0, -4)}zzzz`],
    ] as const
    for (const [name, there, never] of pairs) {
      const [found, none] = [await answerTo({ [name]: [there] }), await answerTo({ [name]: [never] })]
      assert.equal(found.code, 'NOT_FOUND')
      assert.deepEqual({ ...found, text: found.text.replaceAll(there, never) }, none)
    }
    const { receipt } = (await erase(erases, { input: input('hushed:u1') })).data.erase
    const seen = await stranger(sees, { id: receipt.id, observationId })
    assert.deepEqual(seen, { data: { erasures: { totalCount: 0, nodes: [] }, erasure: null }, codes: [] })
    const node = 'query ($nodeId: ID!) { node(nodeId: $nodeId) { nodeId } }'
    for (const by of [mine, theirs])
      assert.deepEqual((await (await by('READ'))(node, receipt)).data, { node: null }, 'by a global id')
  })
})
