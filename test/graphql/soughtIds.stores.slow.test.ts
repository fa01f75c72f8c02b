/** Ids that no store can keep as they are: each place of the API that takes an id says so, on every store alike. */
// Takes long: each place of the API that takes an id.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, it } from 'node:test'
import { buildSchema, getNamedType, isNonNullType, type GraphQLField } from 'graphql'
import { root } from '../../scripts/root.ts'
import type { Api, GraphQLFault } from './support/api.ts'
import { forEachStore } from './support/forEachStore.ts'
import { inputValue, plainLeaf, waysIn, type Leaf } from './support/inputValues.ts'
import { seedEverything } from './support/everything.ts'
import { mutate, talk } from './support/talk.ts'

const schema = buildSchema(readFileSync(`${root}schema.graphql`, 'utf8'))
const hostile = ['nul\0evil', 'bell\u0007', 'c1\u0085', 'half\ud800', '\udc00half']

/**
 * Compared, or kept with what is said, and never looked up. A broken `nodeId` names nothing. A probe and a question to the
 * model are refused before that where no model is configured.
 */
const notSought =
  /\.(nodeIds?|expectedHeadId|answerId|callId|questionId|branchId|observationIds)$|bindings\.runId$|\.(probeConversation|askModel)\./

/** The way to an id: the field, then its argument and the members of inputs. */
interface Place {
  readonly type: 'Query' | 'Mutation' | 'Conversation' | 'Observation'
  readonly field: GraphQLField<unknown, unknown>
  readonly path: readonly string[]
}
const isId = (type: string) => type === 'ID'
const nameOf = ({ type, field, path }: Place) => [type, field.name, ...path].join('.')

function placesOf(type: Place['type']): Place[] {
  const fields = Object.values(
    (schema.getType(type) as { getFields(): Record<string, GraphQLField<unknown, unknown>> }).getFields(),
  )
  return fields.flatMap((field) =>
    field.args.flatMap((arg) => waysIn(arg.type, [arg.name], isId).map((path) => ({ type, field, path }))),
  )
}

const leafOf =
  (id: string): Leaf =>
  (type, _, isSought) =>
    type === 'ID' ? (isSought ? id : 'everything') : plainLeaf(type)

/** Sends the field with such an id, and returns the refusals. */
async function refusals(
  api: Api,
  place: Place,
  id: string,
  seeded: { observationId: string },
): Promise<GraphQLFault[]> {
  const { type, field, path } = place
  const wanted = field.args.filter(({ name, type: given }) => name === path[0] || isNonNullType(given))
  const declared = wanted.map(({ name, type: given }) => `$${name}: ${String(given)}`).join(', ')
  const called = `${field.name}(${wanted.map(({ name }) => `${name}: $${name}`).join(', ')})`
  const isPayload = type === 'Mutation'
  const composite = 'getFields' in getNamedType(field.type) || 'getTypes' in getNamedType(field.type)
  const asked = `${called}${isPayload ? ' { userErrors { code message } }' : composite ? ' { __typename }' : ''}`
  const inside: Record<Place['type'], string> = {
    Query: asked,
    Mutation: asked,
    Conversation: `conversation(id: "everything") { ${asked} }`,
    Observation: `observation(id: "${seeded.observationId}") { ${asked} }`,
  }
  const variables = Object.fromEntries(
    wanted.map(({ name, type: given }) => [
      name,
      inputValue(given, name === path[0] ? path.slice(1) : null, leafOf(id)),
    ]),
  )
  const operation = isPayload ? 'mutation' : 'query'
  const { data, errors } = await api.send(`${operation} (${declared}) { ${inside[type]} }`, variables)
  const payload = (data as Record<string, { userErrors?: GraphQLFault[] }> | null)?.[field.name]
  const told = (payload?.userErrors ?? []) as unknown as { code: string; message: string }[]
  return [...errors, ...told.map(({ code, message }) => ({ message, extensions: { code } }))]
}

await forEachStore('ids that nothing can have', (start) => {
  let api: Api
  let seeded: { observationId: string }
  before(async () => {
    api = await start()
    const { observationIds } = await seedEverything(api)
    seeded = { observationId: observationIds[0] ?? '' }
    for (const id of ['nul', 'bell', 'c1', 'half', 'half\ufffd', '\ufffdhalf']) await talk(api, id, 'Hello')
  })
  after(() => api.close())

  const types = ['Query', 'Mutation', 'Conversation', 'Observation'] as const
  for (const place of types.flatMap(placesOf).filter((each) => !notSought.test(nameOf(each))))
    it(`are refused: ${nameOf(place)}`, async () => {
      const rows = await api.app.store.rowCounts()
      for (const id of hostile) {
        const told = await refusals(api, place, id, seeded)
        assert.deepEqual(
          told.map(({ extensions }) => extensions.code),
          ['BAD_INPUT'],
          JSON.stringify([id, told]),
        )
        assert.match(told[0]?.message ?? '', /control character|half of a surrogate pair/)
      }
      assert.deepEqual(await api.app.store.rowCounts(), rows)
    })

  it('are refused as keys, as types and in cursors', async () => {
    const { conversations } = await api.ask('{ conversations(first: 1) { pageInfo { endCursor } } }')
    const [stamp, item] = JSON.parse(Buffer.from(conversations.pageInfo.endCursor, 'base64url').toString()) as string[]
    for (const id of hostile) {
      const place = JSON.stringify([(JSON.parse(item ?? '') as unknown[])[0], id])
      const after = Buffer.from(JSON.stringify([stamp, place])).toString('base64url')
      for (const query of ['entities(type: $id)', 'conversations(after: $after)']) {
        const declared = query.includes('$id') ? '$id: String' : '$after: String'
        const { errors } = await api.send(`query (${declared}) { ${query} { totalCount } }`, { id, after })
        assert.equal(errors[0]?.extensions.code, 'BAD_INPUT', query)
      }
      const input = { role: 'USER', text: 'x', conversationId: 'nul', idempotencyKey: id }
      const { userErrors } = await mutate(api, 'storeTurn', input, '')
      assert.equal((userErrors[0] as { code?: string } | undefined)?.code, 'BAD_INPUT')
    }
  })

  it('delete nothing', async () => {
    for (const id of hostile) await mutate(api, 'deleteConversation', { id }, '').catch(() => undefined)
    for (const id of ['nul', 'half\ufffd', '\ufffdhalf'])
      assert.deepEqual((await api.ask(`{ conversation(id: ${JSON.stringify(id)}) { deletedAt } }`)).conversation, {
        deletedAt: null,
      })
  })

  it('name nothing as a nodeId', async () => {
    const nodeId = Buffer.from('Conversation:nul\0evil').toString('base64url')
    assert.deepEqual(await api.ask(`{ node(nodeId: "${nodeId}") { nodeId } }`), { node: null })
  })
})
