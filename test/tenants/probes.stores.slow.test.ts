/** What one tenant is answered for the names of another's things is what it is answered for names that nothing ever had. */
// Takes long: each command is asked as each of several tenants.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Tenant as TenantName } from '../../src/domain/access/tenant.ts'
import type { Api } from '../graphql/support/api.ts'
import { forEachStore } from '../graphql/support/forEachStore.ts'
import { inputValue, plainLeaf } from '../graphql/support/inputValues.ts'
import { says, startModel, streams, type Model } from '../graphql/support/model.ts'
import { isNonNullType } from 'graphql'
import {
  comparable,
  makeNamed,
  nobodys,
  ownOf,
  seed,
  storedLines,
  triedAt,
  useKey,
  type Named,
} from './support/named.ts'
import { places, selectionOf, type Place } from './support/places.ts'
import { tenantApi, type TenantApi } from './support/tenantApi.ts'

interface Tenant {
  readonly api: TenantApi
  readonly named: Named
}

/** Asked last, in this order: they take away what others ask for. */
const takingAway = [/answer|split/, /undo|rewind|switch/, /askModel/, /abort|complete/, /delete|merge/, /^erase$/]
/** A turn that takes another's place takes that one off the path, as a command that moves the head does. */
const replaces = /^Mutation\.storeTurns?\(.*\.supersedes\)$/
const turnOf = ({ field, name }: Place) =>
  replaces.test(name) ? 2 : takingAway.findIndex((rule) => rule.test(field.name))
/** Where a name that is not there is made: another that the other tenant has is tried at each. */
const makes =
  /create\w+\(input\.id\)|newConversationId|(storeTurns?\(.*|import.*)\.conversationId|ntity\(.*id\)|(claimRun\(input|storeTurns\(input\.runs)\.runId|\.entityId/

/** Where what is there makes no difference even to whose it is, and why. */
const sameAsNone: readonly (readonly [RegExp, string])[] = [
  [/expectedHeadId\)$/, 'compared with the head, and never looked up'],
  [/storeTurns\(input\.turns\.(idempotencyKey|expectedHeadId)\)$/, 'refused: a batch has one'],
  [/splitEntity\(input\.newEntity\.idempotencyKey\)$/, 'refused: the split has one'],
  [/claimRun\(input\.bindings\.runId\)$/, 'compared with the run that is claimed'],
  [/setPrices\(input\.idempotencyKey\)$/, 'refused: no key here has the scope that prices need'],
  [/importJob\(id\)$/, 'a server with keys has no job: localImports.slow.test.ts'],
  [/importLocal\(input\.idempotencyKey\)$/, 'refused: no key here has the scope that it needs'],
  [/erase\(input\.idempotencyKey\)$/, 'refused: nothing is named beside it'],
  [/records\(beforeKey\)$/, 'compared with keys, and never looked up'],
  [/(verifyPath|integrity)\(after\)$/, 'where to go on in what is longer than one answer: cursors.stores.slow.test.ts'],
]

const all = places()
  // No job can be asked for where there are several tenants.
  .filter(({ type }) => type !== 'Subscription' && type !== 'ImportJob')
  .sort((a, b) => turnOf(a) - turnOf(b))

await forEachStore('names of another tenant', (start, onNeo4j) => {
  let [api, model]: [Api, Model] = [null as never, null as never]
  let [owner, witness, ...askers]: Tenant[] = []
  before(async () => {
    model = await startModel()
    const [whole, pieces] = [says('An answer.'), streams(['An answer.'])]
    model.does = (asked, response) => (asked.stream ? pieces : whole)(asked, response)
    api = await start({ AUTH: 'keys', RATE_LIMIT: '0', RESPONDER_URL: model.url, RESPONDER_MODEL: 'm' })
    const made: Tenant[] = []
    for (const tenant of ['owner', 'witness', 'first', 'second', 'third']) {
      const asked = await tenantApi(api, tenant)
      made.push({ api: asked, named: await seed(asked, made.length < 2 ? 'owners-' : 'askers-') })
    }
    ;[owner, witness, ...askers] = made
  })
  after(async () => {
    await api.close()
    await model.close()
  })

  for (const place of all)
    it(`are names of nothing: ${place.name}`, async () => {
      const [first, second, third] = askers
      assert.ok(owner && witness && first && second && third)
      const foreign = await soughtAt(place, owner)
      // It does what the owner does, and nobody asks for its things.
      await soughtAt(place, witness)
      const none = foreign.map((value) => nobodys(value, 'owners-'))
      for (const [k, value] of foreign.entries()) assert.notEqual(value, none[k])
      const expected = comparable(await ask(place, second, none), none)
      assert.equal(comparable(await ask(place, first, foreign), foreign), expected)
      // That the place was reached at all: whose own names these are is answered otherwise. One store shows that.
      if (onNeo4j || sameAsNone.some(([rule]) => rule.test(place.name))) return
      const own = await soughtAt(place, third)
      if (place.sort === 'cursor' && own.length < 2 && place.field.name !== 'conversations') return
      assert.notEqual(comparable(await ask(place, third, own), own), expected, 'Nobody looks here.')
    })

  it('of it have left nothing behind', async () => {
    const [first, second] = askers
    assert.ok(owner && witness && first && second)
    assert.deepEqual(await storedLines(first.api), await storedLines(second.api))
    assert.deepEqual(await storedLines(owner.api), await storedLines(witness.api))
  })
})

/** The names that are tried at a place, as they name what this tenant has. */
async function soughtAt(place: Place, { api, named }: Tenant): Promise<string[]> {
  const { sort, field, type } = place
  if (makes.test(place.name)) return [await makeNamed(api, named, `made-${all.indexOf(place)}`)]
  if (sort === 'id') return triedAt(named, place)
  if (sort === 'key') return [await useKey(api, named, `key-${all.indexOf(place)}`)]
  if (sort === 'probe') return [named.probe]
  const any = 'conversations(first: 1) { pageInfo { endCursor } }'
  const given = field.name === 'search' ? 'text: "once"' : ''
  const list = isPage(place) ? `${field.name}(first: 1 ${given}) { pageInfo { endCursor } }` : any
  const query =
    type === 'Query'
      ? `{ list: ${list} any: ${any} }`
      : `query (${ownerAsked(type)}) { ${inOwner(type, list)} any: ${any} }`
  const { data } = await api.send(query, ownerOf(named, type))
  const cursors = [...JSON.stringify(data).matchAll(/"endCursor":"([^"]+)"/g)].map(([, cursor = '']) => cursor)
  return [...new Set(cursors)]
}

const isPage = ({ field }: Place) => field.args.some(({ name }) => name === 'first')

/** What came back for one or more names. */
interface Sent {
  readonly status: number
  readonly data: { readonly [alias: string]: { readonly answer?: { readonly id: string } | null } | null } | null
  readonly errors: readonly object[]
}

/** Asks at a place for each of the names: in one operation, where a refusal leaves the answers to the others. */
async function ask(place: Place, tenant: Tenant, values: readonly string[]): Promise<unknown> {
  const { type, field } = place
  if (field.name === 'askModel') return askAlone(place, tenant, values)
  if (type === 'Mutation' || (!isNonNullType(field.type) && !isPage(place))) return send(place, tenant, values)
  const answers = []
  for (const value of values) answers.push(await send(place, tenant, [value]))
  return answers
}

/** An answer is stored when it is whole: one after the other, so that what comes next finds the same each time. */
async function askAlone(place: Place, tenant: Tenant, values: readonly string[]): Promise<unknown> {
  const answers = []
  for (const value of values) {
    const answer = await send(place, tenant, [value])
    const id = answer.data?.['a0']?.answer?.id
    if (id) await tenant.api.app.probing.answers.settled(tenant.api.tenant as TenantName, id)
    answers.push(answer)
  }
  return answers
}

async function send(place: Place, { api, named }: Tenant, values: readonly string[]) {
  const { type, field, path } = place
  const wanted = field.args.filter(({ name, type: given }) => name === path[0] || isNonNullType(given))
  const variables = values.flatMap((value, k) =>
    wanted.map(({ name, type: given }) => {
      const leaf = (scalar: string, member: string, isSought: boolean) =>
        isSought ? value : scalar === 'ID' ? ownOf(named, place, member) : (texts(member, named) ?? plainLeaf(scalar))
      const way = name === path[0] ? path.slice(1) : null
      return { name: `${name}${k}`, given: String(given), value: inputValue(given, way, leaf, name) }
    }),
  )
  const size = isPage(place) && path[0] !== 'before' ? 'first: 3' : ''
  const asked = values.map((_, k) => {
    const called = wanted.map(({ name }) => `${name}: $${name}${k}`).join(', ')
    return `a${k}: ${field.name}(${called} ${size}) ${selectionOf(field.type, field.name === 'storeTurns' ? 2 : 1)}`
  })
  const isRoot = ['Query', 'Mutation'].includes(type)
  const inside = isRoot ? asked.join('\n') : inOwner(type, asked.join('\n'))
  const declared = [...(isRoot ? [] : [ownerAsked(type)]), ...variables.map(({ name, given }) => `$${name}: ${given}`)]
  const operation = `${type === 'Mutation' ? 'mutation' : 'query'} (${declared.join(', ')}) { ${inside} }`
  const given = Object.fromEntries(variables.map(({ name, value }) => [name, value]))
  const { status, data, errors } = await api.send(operation, { ...given, ...ownerOf(named, type) })
  return { status, data, errors } as Sent
}

/** What is no node of the API is reached through a prompt. */
const inPrompt: Readonly<Record<string, (fields: string) => string>> = {
  Prompt: (fields) => fields,
  Loop: (fields) => `loop { ${fields} }`,
  Step: (fields) => `steps(first: 1) { nodes { ${fields} } }`,
}
const ownerAsked = (type: string) => (inPrompt[type] ? '$c: ID!, $p: ID!' : '$n: ID!')
const ownerOf = ({ ids, nodeIds }: Named, type: string) =>
  inPrompt[type] ? { c: ids['conversation'], p: ids['inherited'] } : { n: nodeIds[type] }

function inOwner(type: string, fields: string): string {
  const within = inPrompt[type]
  return within
    ? `prompt(conversationId: $c, id: $p) { ${within(fields)} }`
    : `node(nodeId: $n) { ... on ${type} { ${fields} } }`
}

/** Texts that must be what they are for the place to be reached. */
function texts(member: string, { probe }: Named): string | undefined {
  return { text: 'once', probe }[member]
}
