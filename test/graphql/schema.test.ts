import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
  isUnionType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
} from 'graphql'
import { resolvers } from '../../src/graphql/resolvers/index.ts'
import { root } from '../../scripts/root.ts'
import { markPurged, unpurged } from '../../src/app/erasures/purge.ts'
import { startApi, type Api } from './support/api.ts'
import { mutate } from './support/talk.ts'
import { putRollouts } from '../support/madeRollouts.ts'
import { drawnSecrets } from '../support/drawnSecrets.ts'
import { homeFolder, machineAt } from '../support/watched.ts'
import { seedEverything } from './support/everything.ts'

const schema = buildSchema(readFileSync(`${root}schema.graphql`, 'utf8'))
const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
const objects = types.filter(isObjectType)

describe('the schema', () => {
  it('describes every type, field, argument and enum value', () => {
    const builtIn = ['String', 'Int', 'Float', 'Boolean', 'ID']
    const described = types.filter(({ name }) => !builtIn.includes(name)).flatMap((type) => [type, ...partsOf(type)])
    assert.deepEqual(
      described.filter(({ description }) => !description?.trim()).map(({ name }) => name),
      [],
    )
  })

  it('names no resolver that the schema lacks', () => {
    const named = Object.entries(resolvers).flatMap(([type, fields]) =>
      isObjectType(schema.getType(type)) ? Object.keys(fields).map((field) => `${type}.${field}`) : [],
    )
    assert.deepEqual(
      named.filter((name) => !fieldOf(name)),
      [],
    )
  })
})

const totals =
  'inputTokens outputTokens cacheReadTokens cacheWriteTokens costUsd answers pricedAnswers estimatedCostUsd estimatedAnswers unpricedAnswers'
const buckets = `{ __typename key totals { __typename ${totals} } }`
const analytics = `conversations forks messages observations rewindRate rewinds replacedTurns usage { __typename ${totals} }
  turnsByRole { __typename role count } tools { __typename name calls errors } forkDepths { __typename depth conversations }
  treeShape { __typename nodes } usageBy(dimension: DAY) ${buckets} other(dimension: DAY) { __typename ${totals} }
  usageByAll(dimensions: [DAY, MODEL]) { __typename keys totals { __typename ${totals} } }
  topConversations(by: TURNS) { __typename count conversation { __typename id } }
  toolFailures { __typename name calls errors since weeks reason }
  usageInclusive ${buckets} messagesPerDay { __typename day messages }`

describe('every field', () => {
  let api: Api
  const seen = new Set<string>()
  before(async () => {
    const home = homeFolder()
    api = await startApi({ WATCH: 'auto' }, { machine: machineAt(home) })
    const ids = await seedEverything(api)
    for (const [query, id] of Object.entries({ conversation: ids.conversationId, message: ids.messageId })) {
      const selection = selectionOf(getNamedType(schema.getQueryType()?.getFields()[query]?.type), 3)
      note(await api.ask(`{ ${query}(id: ${JSON.stringify(id)}) { __typename ${selection} } }`))
    }
    const sides = `base: { conversationId: "${ids.conversationId}" }, target: { conversationId: "${ids.conversationId}" }`
    const recordsAsked = `records(conversationId: ${JSON.stringify(ids.conversationId)})`
    note(await api.ask(`{ ${recordsAsked} { __typename ${selectionOf(schema.getType('StateRecordConnection'), 2)} } }`))
    note(await api.ask(`{ diff(${sides}) { __typename ${selectionOf(schema.getType('Diff'), 1)} } }`))
    const viewer = '{ viewer { tenant salted principal { kind id label scopes } } }'
    assert.deepEqual(await api.ask(viewer), {
      viewer: {
        tenant: 'default',
        salted: false,
        principal: { kind: 'ANONYMOUS', id: null, label: null, scopes: ['READ', 'WRITE', 'ERASE', 'ADMIN'] },
      },
    })
    const prices = [{ model: 'priced', from: '2026-01-01', input: 1, output: 2, cacheRead: 3, cacheWrite: 4 }]
    await mutate(api, 'setPrices', { prices }, '')
    note(await api.ask('{ prices { __typename input output cacheRead cacheWrite } }'))
    note(await api.ask('{ directories { __typename totalCount } }'))
    note(await api.ask(`{ analytics { __typename ${analytics} } }`))
    const arrows = 'versions { __typename previous { __typename id } next { __typename id } }'
    for (const at of ['', `at: { observationId: "${ids.observationIds[0]}" }`]) {
      const transcript = `transcript(first: 1 ${at}) { nodes { __typename ${arrows} } }`
      note(await api.ask(`{ conversation(id: "${ids.conversationId}") { ${transcript} } }`))
    }
    const hits = selectionOf(schema.getType('SearchConnection'), 3)
    note(await api.ask(`{ search(text: "once") { __typename ${hits} } }`))
    note(await api.ask(`{ search(text: "path:/x") { __typename ${hits} } }`))
    const deleted = 'relationships(includeDeleted: true) { nodes { __typename deletedAt } }'
    note(await api.ask(`{ conversation(id: "${ids.conversationId}") { ${deleted} } }`))
    await mutate(api, 'storeTurn', { conversationId: 'erased', turnId: 'u', role: 'USER', text: 'x' }, '')
    await mutate(api, 'erase', { messageIds: ['erased:u'], reason: 'OTHER', note: 'why' }, '')
    for (const { id } of await unpurged(api.app.scope()))
      await markPurged(api.app.scope(), id, { how: 'by hand', files: null })
    note(await api.ask(`{ erasures { nodes { __typename ${selectionOf(schema.getType('Erasure'), 2)} } } }`))
    await mutate(
      api,
      'storeTurn',
      { conversationId: 'leaks', turnId: 'u', role: 'USER', text: drawnSecrets.github() },
      '',
    )
    await mutate(api, 'updateConversation', { id: 'leaks', retainDays: 30 }, '')
    note(await api.ask('{ conversation(id: "leaks") { __typename retainDays retainedBy } }'))
    const found = selectionOf(schema.getType('SecretFinding'), 2)
    note(await api.ask(`{ secrets { edges { __typename cursor node { __typename ${found} } } } }`))
    const turns = ['SYSTEM', 'USER', 'ASSISTANT', 'USER'].map((role, i) => ({
      conversationId: 'resumed',
      turnId: `${i}`,
      role,
      text: role,
    }))
    await mutate(api, 'storeTurns', { turns }, '')
    const resumed = selectionOf(schema.getType('AgentSession'), 1)
    const input = `{ conversationId: "resumed", agent: "gemini-cli", cwd: ${JSON.stringify(home)}, putHere: true }`
    note(await api.ask(`mutation { resumeConversation(input: ${input}) { session { __typename ${resumed} } } }`))
    note(await byReference(api, home))
    const failed = [
      {
        conversationId: 'fails',
        turnId: '1',
        role: 'ASSISTANT',
        content: [{ toolCall: { callId: 'f', name: 'bash', input: {} } }],
      },
      {
        conversationId: 'fails',
        turnId: '2',
        role: 'TOOL',
        content: [{ toolResult: { callId: 'f', content: 'gone', isError: true } }],
      },
    ]
    await mutate(api, 'storeTurns', { turns: failed }, '')
    note(await api.ask('{ analytics { __typename toolFailures { __typename name reason } } }'))
    const local = (name: string) => selectionOf(schema.getType(name), 1)
    note(await api.ask(`{ localSources { __typename ${local('LocalSource')} } }`))
    const begun = `job { __typename ${local('ImportJob')} }`
    note(await api.ask(`mutation { importLocal(input: { kinds: ["gemini-cli"] }) { __typename ${begun} } }`))
    for (const id of ids.observationIds) {
      const selection = selectionOf(schema.getType('Observation'), 2)
      note(await api.ask(`{ observation(id: "${id}") { __typename ${selection} } }`))
    }
  })
  after(() => api.close())

  it('that may be null has a source: it was seen with a value', () => {
    const unseen = objects
      .filter(
        ({ name }) => name !== 'Query' && name !== 'Mutation' && !name.endsWith('Payload') && !fromImport.has(name),
      )
      .flatMap((type) =>
        Object.values(type.getFields()).map((field) => ({ name: `${type.name}.${field.name}`, field })),
      )
      .filter(({ field, name }) => !isNonNullType(field.type) && !seen.has(name) && !hasResolver(name))
    assert.deepEqual(
      unseen.map(({ name }) => name),
      [],
    )
  })

  function note(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) note(item)
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return
    const type = (value as { __typename?: string }).__typename
    for (const [field, below] of Object.entries(value)) {
      if (type && below !== null) seen.add(`${type}.${field.replace(/_[a-z]+$/i, '')}`)
      note(below)
    }
  }
})

/** Imports a session of Codex that lies in the home folder, and continues it. */
async function byReference(api: Api, home: string): Promise<unknown> {
  const sessions = join(home, '.codex/sessions')
  const [file = ''] = putRollouts(sessions)
  const path = `/import?fileName=${encodeURIComponent(basename(file))}`
  const imported = await fetch(`${api.url}${path}`, { method: 'POST', body: readFileSync(file) })
  const [conversationId] = ((await imported.json()) as { conversationIds: string[] }).conversationIds
  const input = JSON.stringify({ conversationId, cwd: home }).replace(/"(\w+)":/g, '$1: ')
  const session = '{ __typename byReference { __typename content files { __typename bytes } } }'
  return api.ask(
    `mutation { resumeConversation(input: { ${input.slice(1, -1)}, agent: "codex", putHere: true }) { session ${session} } }`,
  )
}

/** Types that are seen in the tests of imports, verification, prompts and merges, or that have values with authentication alone. */
const fromImport = new Set([
  'SourceLines',
  'Principal',
  'ImportReport',
  'ImportFinding',
  'Warning',
  'UserError',
  'PathVerification',
  'IntegrityReport',
  'EntryCount',
  'LoopCall',
  'LoopCallConnection',
  'Evidence',
])

function partsOf(type: GraphQLNamedType): readonly { name: string; description?: string | null | undefined }[] {
  if (isEnumType(type))
    return type.getValues().map((value) => ({ name: `${type.name}.${value.name}`, description: value.description }))
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return []
  const fields: readonly (Field | GraphQLInputField)[] = Object.values(type.getFields())
  return fields.flatMap((field) => [
    { name: `${type.name}.${field.name}`, description: field.description },
    ...argumentsOf(field).map((argument) => ({
      name: `${type.name}.${field.name}(${argument.name})`,
      description: argument.description,
    })),
  ])
}

type Field = GraphQLField<unknown, unknown>
function argumentsOf(field: Field | GraphQLInputField): readonly GraphQLArgument[] {
  return 'args' in field ? field.args : []
}

function fieldOf(name: string): unknown {
  const [type = '', field = ''] = name.split('.')
  const found = schema.getType(type)
  return isObjectType(found) ? found.getFields()[field] : undefined
}

function hasResolver(name: string): boolean {
  const [type = '', field = ''] = name.split('.')
  return field in ((resolvers as Record<string, object>)[type] ?? {})
}

/** Every field that needs no argument, so many levels deep. */
function selectionOf(type: GraphQLNamedType | undefined | null, depth: number): string {
  if (isUnionType(type))
    return type
      .getTypes()
      .map((member) => `... on ${member.name} { __typename ${selectionOf(member, depth)} }`)
      .join(' ')
  if (!isObjectType(type)) return ''
  return Object.values(type.getFields())
    .filter(({ args }) => !args.some((argument) => isNonNullType(argument.type) && argument.defaultValue === undefined))
    .map((field) => {
      const below = getNamedType(field.type)
      // One name may not stand for two types: a union's members ask under names of their own.
      const name = isUnionMember(type) ? `${field.name}_${type.name}: ${field.name}` : field.name
      if (isLeafType(below)) return name
      const size = field.args.some((argument) => argument.name === 'first') ? '(first: 3)' : ''
      return depth > 0 ? `${name}${size} { __typename ${selectionOf(below, depth - 1)} }` : ''
    })
    .join(' ')
}

function isUnionMember(type: GraphQLNamedType): boolean {
  return types.some((union) => isUnionType(union) && union.getTypes().some((member) => member === type))
}
