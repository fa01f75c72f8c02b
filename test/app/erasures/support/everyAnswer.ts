import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import {
  getNamedType,
  graphql,
  isLeafType,
  isNonNullType,
  isObjectType,
  isUnionType,
  type GraphQLNamedType,
} from 'graphql'
import { createLiveAnswers } from '../../../../src/app/answers/liveAnswers.ts'
import { exportConversation, exportNames } from '../../../../src/app/exports/exportConversation.ts'
import type { Scope } from '../../../../src/app/scope.ts'
import type { Watches } from '../../../../src/app/subscriptions/watches.ts'
import type { Context } from '../../../../src/graphql/context.ts'
import { resolvers } from '../../../../src/graphql/resolvers/index.ts'
import { executableSchema, schemaText } from '../../../../src/graphql/schema.ts'
import { wordGates } from '../../../support/merges.ts'
import { fakeOf } from '../../../support/fakes.ts'

const schema = executableSchema(schemaText(), resolvers)
const query = schema.getQueryType()?.getFields() ?? {}

/** Every field that needs no argument, so many levels deep. */
function selection(type: GraphQLNamedType | undefined | null, depth: number): string {
  if (isUnionType(type))
    return type
      .getTypes()
      .map((member) => `... on ${member.name} { __typename ${selection(member, depth)} }`)
      .join(' ')
  if (!isObjectType(type)) return ''
  const isMember = Object.values(schema.getTypeMap()).some(
    (union) => isUnionType(union) && union.getTypes().includes(type),
  )
  return Object.values(type.getFields())
    .filter(({ args }) => !args.some((one) => isNonNullType(one.type) && one.defaultValue === undefined))
    .map((field) => {
      const below = getNamedType(field.type)
      const name = isMember ? `${field.name}_${type.name}: ${field.name}` : field.name
      if (isLeafType(below)) return name
      const size = field.args.some((one) => one.name === 'first') ? '(first: 100)' : ''
      const inner = depth > 0 ? selection(below, depth - 1) : ''
      return inner === '' ? '' : `${name}${size} { __typename ${inner} }`
    })
    .join(' ')
}

const of = (name: string, depth: number) => `{ __typename ${selection(getNamedType(query[name]?.type), depth)} }`

const asked = {
  conversation: `query($id: ID!) { conversation(id: $id) ${of('conversation', 2)} context(conversationId: $id) ${of('context', 1)}
    records(conversationId: $id, first: 100) ${of('records', 2)}
    ${['RAW', 'MESSAGES', 'CONTEXT'].map((view) => `${view}: conversation(id: $id) { transcript(view: ${view}, first: 100) { totalCount nodes { __typename position erased deleted synthetic text observation { id } } } }`).join(' ')} }`,
  // In whatever order its reads came back.
  integrity: `query($id: ID!) { integrity(conversationId: $id) { findings { __typename code message } damage } }`,
  message: `query($id: ID!) { message(id: $id) ${of('message', 2)} }`,
  observation: `query($id: ID!) { observation(id: $id) ${of('observation', 1)} verifyPath(observationId: $id) { status } }`,
}
const everywhere = `{ conversations(first: 100) ${of('conversations', 2)} events(first: 100) ${of('events', 2)} entities(first: 100) ${of('entities', 2)}
  analytics { conversations messages observations } erasures(first: 100) ${of('erasures', 2)} }`

/** Which things there are to ask about. */
export interface Asked {
  readonly conversationIds: readonly string[]
  readonly messageIds: readonly string[]
  readonly observationIds: readonly string[]
}

/** Returns what a scope answers to every query about every thing, by a name of the question. */
export async function everyAnswer(scope: () => Scope, things: Asked): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  const ask = async (name: string, source: string, id?: string) => {
    const contextValue = contextOf(scope)
    const { data, errors } = await graphql({ schema, source, variableValues: { id }, contextValue })
    const faults = (errors ?? []).filter(({ path }) => !(path ?? []).some((one) => one === 'verifyPath'))
    if (faults.length > 0)
      throw new Error(
        `${name}: ${faults[0]?.message} ${JSON.stringify(faults[0]?.path)} ${faults[0]?.originalError?.stack ?? ''}`,
      )
    answers.set(name, JSON.stringify(data))
  }
  await ask('everywhere', everywhere)
  for (const id of things.conversationIds) {
    await ask(`conversation ${id}`, asked.conversation, id)
    await ask(`integrity ${id}`, asked.integrity, id)
    for (const format of exportNames) answers.set(`export ${id} ${format}`, await exported(scope(), id, format))
  }
  for (const id of things.messageIds) await ask(`message ${id}`, asked.message, id)
  for (const id of things.observationIds) await ask(`observation ${id}`, asked.observation, id)
  return answers
}

/** A conversation that was not imported has no original. */
async function exported(scope: Scope, conversationId: string, format: string): Promise<string> {
  try {
    const pieces = exportConversation(scope, { conversationId, format, wholeTree: true })
    return (await buffer(Readable.from(pieces))).toString()
  } catch (error) {
    return (error as Error).message
  }
}

function contextOf(scope: () => Scope): Context {
  const probing = fakeOf<Context['probing']>('context', { answers: createLiveAnswers(), responder: null })
  return { scope: scope(), newScope: scope, watches: {} as Watches, probing, gates: wordGates(), sign: null }
}
