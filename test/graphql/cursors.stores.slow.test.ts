/** Cursors with the right stamp and an item that no answer ended with: each list says so, and none breaks. */
import { defaultTenant } from '../../src/domain/access/tenant.ts'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, it } from 'node:test'
import { buildSchema, getNamedType, isObjectType, type GraphQLField } from 'graphql'
import { root } from '../../scripts/root.ts'
import { cursorOf, listIn } from '../../src/app/read/cursors.ts'
import type { Api } from './support/api.ts'
import { seedEverything } from './support/everything.ts'
import { forEachStore } from './support/forEachStore.ts'
import { mutate, storeTurn, talk } from './support/talk.ts'

const schema = buildSchema(readFileSync(`${root}schema.graphql`, 'utf8'))

/** What no cursor of ours holds, whatever its list. */
const broken = [
  '',
  '{',
  '[',
  'null',
  '5',
  'nul\0evil',
  'half\ud800',
  '[]',
  '[1]',
  '["a"]',
  '[null,null]',
  '[{},{}]',
  '["x","y"]',
  '[5.5,"y"]',
  '["2026-13-45T00:00:00.000000000Z","y"]',
  '["2026-01-01T00:00:00.000000000Z","nul\\u0000evil"]',
  '["2026-01-01T00:00:00.000000000Z",5]',
  '["a","b",true]',
  '[1,2,3]',
  '{}',
  '{"from":"a","position":"b"}',
  '{"from":"a","position":"b","rank":5}',
  '{"from":"a","position":"b","rank":["x",1,2]}',
  '{"depth":"deep"}',
  '{"phase":"nodes","after":5,"tally":{},"version":1}',
]
/** What may name a place, or none. */
const strange = [
  '["2026-01-01T00:00:00.000000000Z","y"]',
  '["0000-01-01T00:00:00.000000000Z",""]',
  '[-1,"y"]',
  '{"from":"a","position":"b","rank":null}',
  '{"from":"","position":"","rank":[1e300,"",""]}',
]

type Field = GraphQLField<unknown, unknown>
interface List {
  readonly type: string
  readonly field: Field
}
const isCursor = (name: string) => name === 'after' || name === 'before'
const nodes = schema.getPossibleTypes(schema.getType('Node') as never).map(({ name }) => name)
const lists: List[] = [...nodes, 'Query'].flatMap((type) => {
  const owner = schema.getType(type)
  return isObjectType(owner)
    ? Object.values(owner.getFields())
        .filter(({ args }) => args.some(({ name }) => isCursor(name)))
        .map((field) => ({ type, field }))
    : []
})
const nameOf = ({ type, field }: List) => `${type}.${field.name}`

const isConnection = ({ type }: Field) => {
  const named = getNamedType(type)
  return isObjectType(named) && 'pageInfo' in named.getFields()
}

/** What a list cannot be asked without. */
const needed: Readonly<Record<string, string>> = { search: 'text: "once"', records: 'conversationId: "everything"' }

function queryOf({ type, field }: List, given: string): string {
  const asked = `${field.name}(${needed[field.name] ?? ''} ${given}) { pageInfo { endCursor } }`
  return type === 'Query'
    ? `${asked} node(nodeId: $id) { nodeId }`
    : `node(nodeId: $id) { ... on ${type} { ${asked} } }`
}

const cursorWith = (cursor: string, item: string): string => {
  const [stamp] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[]
  return Buffer.from(JSON.stringify([stamp, item])).toString('base64url')
}

const session = { sessionId: 'imported', isSidechain: false, cwd: '/w', version: '2.1.0', userType: 'external' }
const asked = { type: 'user', message: { role: 'user', content: 'once' }, timestamp: '2026-01-01T00:00:00.000Z' }
/** A conversation with a sidechain of its own. */
const lines = [
  { ...session, ...asked, uuid: 'u', parentUuid: null },
  {
    ...session,
    type: 'assistant',
    uuid: 'a',
    parentUuid: 'u',
    timestamp: '2026-01-01T00:00:01.000Z',
    message: {
      id: 'm',
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'call', name: 'Task', input: { prompt: 'look' } }],
    },
  },
  {
    ...session,
    ...asked,
    isSidechain: true,
    uuid: 's',
    parentUuid: null,
    message: { role: 'user', content: 'look' },
    timestamp: '2026-01-01T00:00:02.000Z',
  },
]

type Connection = { readonly pageInfo?: { readonly endCursor: string | null } } | null | undefined
type Answered = Readonly<Record<string, Connection>> & { readonly node?: Readonly<Record<string, Connection>> | null }

await forEachStore('crafted cursors', (start) => {
  let api: Api
  let ids: readonly string[]
  before(async () => {
    api = await start()
    const { observationIds } = await seedEverything(api)
    const turns = await talk(api, 'talk', 'once', 'two', 'once more', 'four')
    const parent = { messageId: 'talk:t2' }
    await storeTurn(api, { conversationId: 'talk', turnId: 'b', role: 'USER', text: 'another once', parent })
    await mutate(api, 'checkpoint', { conversationId: 'talk', name: 'here' }, '')
    await mutate(api, 'switchHead', { conversationId: 'talk', observationId: turns.at(-1)?.observation.id }, '')
    await mutate(api, 'forkConversation', { source: 'talk', newConversationId: 'forked' }, '')
    await storeTurn(api, { conversationId: 'forked', role: 'ASSISTANT', text: 'once' })
    await talk(api, 'erasing', 'one')
    await mutate(api, 'erase', { conversationIds: ['erasing'], reason: 'OTHER' }, 'receipt { id }')
    await talk(api, 'judged', 'one')
    await mutate(api, 'forkConversation', { source: 'judged', newConversationId: 'tried' }, '')
    const [base64, name] = [Buffer.from('{}').toString('base64'), 'report.json']
    const attachments = [{ base64, name, mediaType: 'application/json', kind: 'report', environment: 'ci' }]
    await storeTurn(api, { conversationId: 'tried', role: 'USER', text: 'two', attachments })
    const judged = { into: 'judged', from: ['tried'], strategy: 'EVIDENCE', gate: { jsonSchema: {} }, reviewer: 'ann' }
    await mutate(api, 'mergeConversations', judged, '')
    const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    assert.equal((await fetch(`${api.url}/import`, { method: 'POST', body })).status, 200)
    ids = await everyNode(api, observationIds)
  })
  after(() => api.close())

  for (const list of lists.filter(({ field }) => isConnection(field)))
    it(`are refused: ${nameOf(list)}`, async () => {
      const [id, cursor] = await cursorIn(list)
      for (const { name } of list.field.args.filter((arg) => isCursor(arg.name))) {
        const given = [...broken, ...strange].map((item) => `${name}: "${cursorWith(cursor, item)}"`)
        const codes = await codesOf(list, id, given)
        // A text may have been the id of what has left a transcript.
        for (const [i, item] of broken.entries())
          assert.match(codes[i]?.join() ?? '', /^(BAD_INPUT|CURSOR_GONE)$/, `${name}: ${item}`)
        for (const [i, item] of strange.entries())
          assert.match(codes[broken.length + i]?.join() ?? '', /^(BAD_INPUT|CURSOR_GONE|)$/, `${name}: ${item}`)
      }
    })

  it('are refused by what is verified in parts', async () => {
    const query = '{ conversation(id: "talk") { head { id } } }'
    const head = (await api.ask(query)).conversation.head.id
    for (const item of [...broken, ...strange]) {
      const cursors = {
        [`verifyPath(observationId: "${head}"`]: cursorOf(listIn({ tenant: defaultTenant }, `path of ${head}`), item),
        'integrity(conversationId: "talk"': cursorOf(listIn({ tenant: defaultTenant }, 'integrity of talk'), item),
      }
      for (const [field, cursor] of Object.entries(cursors)) {
        const { errors } = await api.send(`{ ${field} after: "${cursor}") { next } }`)
        assert.deepEqual(
          errors.map(({ extensions }) => extensions.code),
          ['BAD_INPUT'],
          item,
        )
      }
    }
  })

  const send = async (list: List, id: string, given: string) => {
    const { data, errors } = await api.send(`query ($id: ID!) { ${queryOf(list, given)} }`, { id })
    const answered = (data ?? {}) as Answered
    return { connection: (answered.node ?? answered)[list.field.name], errors }
  }

  /** The codes of each refusal. What hangs on a node is asked at once: a node of each name may be null. */
  async function codesOf(list: List, id: string, given: readonly string[]): Promise<string[][]> {
    if (list.type === 'Query')
      return Promise.all(
        given.map(async (one) => (await send(list, id, one)).errors.map(({ extensions }) => extensions.code)),
      )
    const nodes = given.map((one, i) => `n${i}: ${queryOf(list, `first: 1 ${one}`)}`)
    const { errors } = await api.send(`query ($id: ID!) { ${nodes.join(' ')} }`, { id })
    return given.map((_, i) =>
      errors.filter(({ path }) => path?.[0] === `n${i}`).map(({ extensions }) => extensions.code),
    )
  }

  /** A node that has something in such a list, and the cursor of it. */
  async function cursorIn(list: List): Promise<[string, string]> {
    for (const id of list.type === 'Query' ? [''] : ids.filter((one) => one.startsWith(`${list.type}:`))) {
      const { connection, errors } = await send(list, nodeIdOf(id), 'first: 1')
      assert.deepEqual(errors, [])
      const cursor = connection?.pageInfo?.endCursor
      if (cursor) return [nodeIdOf(id), cursor]
    }
    throw new Error(`Nothing that was stored has anything in ${nameOf(list)}.`)
  }
})

const nodeIdOf = (id: string) => Buffer.from(id).toString('base64url')

/** All that was stored, as `Type:id`. */
async function everyNode(api: Api, observationIds: readonly string[]): Promise<string[]> {
  const found = new Set(observationIds.map((id) => `Observation:${id}`))
  const each = (nodeIds: readonly { readonly nodeId: string }[]) => {
    for (const { nodeId } of nodeIds) found.add(Buffer.from(nodeId, 'base64url').toString())
  }
  const inside = `messages { nodes { nodeId attachments { nodeId } relationships { nodes { nodeId } } } }
    observations { nodes { nodeId } } events { nodes { nodeId } } relationships { nodes { nodeId } }`
  const ask = `{ conversations(filter: { includeDeleted: true }) { nodes { nodeId ${inside} } } entities { nodes { nodeId } } }`
  const { conversations, entities } = await api.ask<Everything>(ask)
  each(conversations.nodes)
  each(entities.nodes)
  for (const { messages, observations, events, relationships } of conversations.nodes) {
    for (const { nodes } of [messages, observations, events, relationships]) each(nodes)
    for (const { attachments, relationships: own } of messages.nodes) {
      each(attachments)
      each(own.nodes)
    }
  }
  return [...found]
}

interface NodeOf {
  readonly nodeId: string
}
interface NodesOf<T = NodeOf> {
  readonly nodes: readonly T[]
}
interface Everything {
  readonly conversations: NodesOf<
    NodeOf & {
      readonly messages: NodesOf<NodeOf & { readonly attachments: readonly NodeOf[]; readonly relationships: NodesOf }>
      readonly observations: NodesOf
      readonly events: NodesOf
      readonly relationships: NodesOf
    }
  >
  readonly entities: NodesOf
}
