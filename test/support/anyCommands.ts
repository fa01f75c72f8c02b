/** Random commands of the API, one after the other, on a scope: what any host may ask for, sound or odd. */
import assert from 'node:assert/strict'
import {
  getNamedType,
  graphql,
  isListType,
  isObjectType,
  isScalarType,
  isEnumType,
  type GraphQLField,
  type GraphQLOutputType,
} from 'graphql'
import { createLiveAnswers } from '../../src/app/answers/liveAnswers.ts'
import type { Asking } from '../../src/app/answers/asking.ts'
import type { Scope } from '../../src/app/scope.ts'
import { createReads, createSegmentCache } from '../../src/app/read/reads.ts'
import type { Context } from '../../src/graphql/context.ts'
import { resolvers } from '../../src/graphql/resolvers/index.ts'
import { executableSchema, schemaText } from '../../src/graphql/schema.ts'
import { shownOf } from '../../src/graphql/answer/errors.ts'
import { anyInput } from './anyInputs.ts'
import { wordGates } from './merges.ts'
import { randomFrom } from './random.ts'

/** Ids that answers gave, by what they are of. */
export type Known = Map<string, string[]>

const schema = executableSchema(schemaText(), resolvers)
const mutations = schema.getMutationType()?.getFields() ?? {}
/** Turns above all, for the rest is about them; the others alike. */
const weights: Readonly<Record<string, number>> = {
  storeTurn: 24,
  storeTurns: 5,
  forkConversation: 4,
  claimRun: 3,
  storeEntity: 3,
  relate: 3,
}
const names = Object.keys(mutations).flatMap((name) => Array.from({ length: weights[name] ?? 2 }, () => name))

/** The names of all commands that there are. */
export const commandNames: readonly string[] = Object.keys(mutations)

const probing: Asking = {
  responder: {
    model: 'm',
    answer: () =>
      Promise.resolve({
        ...{ text: 'answered', message: { role: 'assistant', content: 'answered' }, toolCalls: [], stopReason: 'stop' },
        ...{ model: 'm', usage: { inputTokens: 1, costUsd: null } },
      }),
    stream: () => Promise.reject(new Error('nothing is streamed')),
    timeoutMs: 1_000,
    models: () => Promise.resolve(['m']),
  },
  key: () => Promise.resolve(new Uint8Array(32)),
  answers: createLiveAnswers(),
  fault: () => 'a fault',
}

/** What came of one command. */
export interface Came {
  readonly command: string
  readonly input: unknown
  /** The code that it was refused with; null where it was not. */
  readonly refused: string | null
}

/** Sends the command that a number draws, notes the ids that it answers, and returns what came of it; fails where that is INTERNAL. */
export async function anyCommand(scope: Scope, known: Known, seed: number): Promise<Came> {
  const random = randomFrom(seed)
  const command = random.pick(names)
  const field = mutations[command] as GraphQLField<unknown, unknown>
  const input = anyInput(
    { random, known, command, tenths: random.pick([0, 1, 2, 5]) },
    (field.args[0] as (typeof field.args)[number]).type,
    command,
    'input',
  )
  const source = `mutation($input: ${String(field.args[0]?.type)}) { ${command}(input: $input) ${selection(field.type)} }`
  const { data, errors } = await graphql({ schema, source, variableValues: { input }, contextValue: contextOf(scope) })
  for (const { originalError } of errors ?? []) refuseInternal(originalError, command, input)
  const payload = (data?.[command] ?? null) as Payload | null
  if (payload !== null) learn(known, command, payload)
  const refused = errors ? 'BAD_REQUEST' : (payload?.userErrors?.[0]?.code ?? null)
  return { command, input, refused }
}

type Payload = Readonly<Record<string, unknown>> & { readonly userErrors?: readonly { readonly code: string }[] }

function contextOf(scope: Scope): Context {
  const fresh = () => ({ ...scope, reads: createReads(scope.store, scope.tenant, createSegmentCache()) })
  return { scope: fresh(), newScope: fresh, watches: {} as Context['watches'], probing, gates: wordGates(), sign: null }
}

/** What is no refusal and no fault of the request itself is a defect. */
function refuseInternal(error: Error | undefined, command: string, input: unknown): void {
  if (!error) return
  const shown = shownOf(error, { error: () => undefined })
  if (error.name === 'GraphQLError' || shown.code !== 'INTERNAL') return
  assert.fail(`${command} ${JSON.stringify(input)}: ${error.stack ?? String(error)}`)
}

/** Asks for the ids of all that a payload has, and for its own values. */
function selection(type: GraphQLOutputType, depth = 0): string {
  const named = getNamedType(type)
  if (!isObjectType(named)) return ''
  const members = Object.values(named.getFields()).flatMap(({ name, type: inner, args }) => {
    const of = getNamedType(inner)
    if (args.length > 0) return []
    if (name === 'userErrors') return ['userErrors { code message }']
    if (isScalarType(of) || isEnumType(of)) return depth === 0 || name === 'id' ? [name] : []
    if (!isObjectType(of)) return []
    if (name === 'results') return [`results ${selection(of)}`]
    if (of.getFields()['id'] && depth === 0 && !isListType(inner)) return [`${name} { id }`]
    return []
  })
  return `{ ${members.join(' ')} }`
}

const kinds: Readonly<Record<string, string>> = {
  conversation: 'Conversation',
  message: 'Message',
  entity: 'Entity',
  marker: 'Marker',
  join: 'Observation',
}

function learn(known: Known, command: string, payload: Payload): void {
  for (const [name, value] of Object.entries(payload)) {
    if (name === 'results') for (const one of (value ?? []) as Payload[]) learn(known, command, one)
    if (name === 'probe' && typeof value === 'string') note(known, 'Probe', value)
    const { id } = (value ?? {}) as { id?: string }
    if (id === undefined) continue
    const ofEntity = 'entity' in payload
    if (name === 'observation') note(known, ofEntity ? 'Fact' : 'Observation', id)
    else if (name in kinds) note(known, kinds[name] as string, id)
    if (name === 'marker') note(known, 'Observation', id)
  }
}

function note(known: Known, kind: string, id: string): void {
  const ids = known.get(kind) ?? []
  if (!ids.includes(id)) known.set(kind, [...ids, id])
}
