/** Inputs of any command, drawn from the schema itself: what is added to it is drawn as well. */
import { createHash } from 'node:crypto'
import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLInputField,
  type GraphQLInputType,
} from 'graphql'
import type { Known } from './anyCommands.ts'
import { drawnTranscripts } from './drawnTranscripts.ts'
import type { Random } from './random.ts'
import { entries, linesOf } from './transcripts.ts'

/** What one command is drawn by. */
export interface Draw {
  readonly random: Random
  readonly known: Known
  readonly command: string
  /** Of ten members that may be left out, how many are given. */
  readonly tenths: number
}

/** Returns a value of a type, for a member of an input. */
export function anyInput(draw: Draw, type: GraphQLInputType, owner: string, member: string): unknown {
  const { random } = draw
  const nullable = getNullableType(type)
  if (isListType(nullable)) {
    const most = member === 'turns' ? 5 : 3
    return Array.from({ length: random.below(30) === 0 ? 0 : 1 + random.below(most) }, () =>
      anyInput(draw, nullable.ofType, owner, member),
    )
  }
  if (isEnumType(nullable)) return random.pick(nullable.getValues()).name
  if (!isInputObjectType(nullable)) return leaf(draw, nullable.name, owner, member)
  const members = Object.values(nullable.getFields())
  const given = nullable.isOneOf ? [random.pick(members)] : members.filter((one) => isGiven(draw, nullable.name, one))
  const value = Object.fromEntries(given.map((one) => [one.name, memberOf(draw, nullable.name, one, nullable.isOneOf)]))
  return random.below(40) === 0 ? value : settled(draw, nullable.name, value)
}

/** Members of which a command takes one, and what it makes of none. */
const either: Readonly<Record<string, readonly [first: string, second: string, none: unknown]>> = {
  StoreTurnInput: ['text', 'content', 'said'],
  AttachmentInput: ['base64', 'uri', 'Z29vZA=='],
  RewindInput: ['to', 'before', { turn: 1 }],
  ForkConversationInput: ['at', 'before', undefined],
  AnswerRunInput: ['runId', 'questionId', 'q0'],
}

/** Returns an input without what would have it refused whatever it says: most commands are to be done. */
function settled({ random, command }: Draw, owner: string, value: Record<string, unknown>): Record<string, unknown> {
  const [first, second, none] = either[owner] ?? []
  if (first !== undefined && second !== undefined) {
    if (value[first] != null && value[second] != null) value[random.pick([first, second])] = undefined
    if (value[first] == null && value[second] == null && none !== undefined) value[first] = none
  }
  const ofBatch = command === 'storeTurns' && owner === 'StoreTurnInput'
  for (const name of ofBatch ? ['idempotencyKey', 'expectedHeadId', 'onConflict', 'conversationKey'] : [])
    value[name] = undefined
  if (owner === 'StoreTurnInput' && value['conversationId'] == null && value['conversationKey'] == null)
    value['conversationId'] = 'c0'
  if (owner === 'MergeInput') settleMerge(random, value)
  return value
}

function settleMerge(random: Random, value: Record<string, unknown>): void {
  const { strategy, into } = value
  value['from'] = (value['from'] as string[]).filter((id) => id !== into)
  if (strategy !== 'CHERRY_PICK') delete value['turns']
  if (strategy !== 'EVIDENCE') delete value['gate']
  else value['gate'] ??= random.pick([{ command: 'words' }, { jsonSchema: {} }])
}

/** What most commands want although their inputs do not demand it, and what would make most of them another's answer. */
const often: Readonly<Record<string, number>> = {
  'StoreTurnInput.conversationId': 19,
  'StoreTurnInput.conversationKey': 1,
  'StoreTurnInput.text': 12,
  'StoreTurnInput.content': 8,
  'StoreTurnInput.parent': 4,
  'StoreTurnInput.expectedHeadId': 0,
  'StoreTurnInput.supersedes': 1,
  'StoreTurnInput.refersTo': 2,
  'StoreTurnInput.attachments': 3,
  'StoreTurnInput.runId': 3,
  'UpdateConversationInput.title': 10,
  'RewindInput.to': 14,
  'MergeInput.turns': 10,
  'MergeInput.gate': 10,
  'RepairInput.dryRun': 19,
  'ForkConversationInput.at': 8,
  'ForkConversationInput.before': 4,
}
const seldom = new Set(['idempotencyKey', 'expectedHeadId', 'exclusive', 'boundary', 'format', 'branchId', 'runs'])

function isGiven({ random, tenths }: Draw, owner: string, { name, type }: GraphQLInputField): boolean {
  if (isNonNullType(type)) return true
  const twentieths = often[`${owner}.${name}`] ?? (seldom.has(name) ? 1 : tenths * 2)
  return random.below(20) < twentieths
}

function memberOf(draw: Draw, owner: string, { name, type }: GraphQLInputField, isOneOf: boolean): unknown {
  // Of a new entity's `split` and the like: an input within an input.
  if (!isNonNullType(type) && !isOneOf && draw.random.below(12) === 0) return null
  if (owner === 'RepairInput' && name === 'dryRun') return draw.random.below(5) === 0
  return anyInput(draw, type, owner, name)
}

function leaf(draw: Draw, type: string, owner: string, member: string): unknown {
  const { random } = draw
  if (type === 'Boolean') return random.below(2) === 0
  if (type === 'Int') return random.pick(member === 'turn' ? [0, 1, 2, 3, 5, 9] : ints)
  if (type === 'Long') return random.pick([0, 1, 17, 2 ** 31, 1e12, 2 ** 53 - 1])
  if (type === 'Float') return random.pick([0, 0.25, 1e-7, 1 / 3, 12.5, 1e15, -0])
  if (type === 'DateTime') return random.pick(times)
  if (type === 'JSON') return anyJsonOf(draw, owner, member)
  if (type === 'ID') return idOf(draw, owner, member)
  return textOf(draw, owner, member)
}

const ints = [0, 1, 5, 100, -3, 2 ** 31 - 1]
/** As the scalar reads them: with nine digits of a second. */
const times = [
  '2026-06-12T10:00:01.123456789Z',
  '2026-06-12T12:00:01.5+02:00',
  '1970-01-01T00:00:00Z',
  '2026-01-31T23:59:59.999999999Z',
  '1677-09-21T00:12:44Z',
  '2200-02-28T00:00:00.000000001Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
]

/** JSON as text: some of it no literal of ours could say. */
const odd = [
  ...[
    'null',
    'true',
    '-0',
    '0',
    '1e400',
    '-1e400',
    '1e-400',
    '9007199254740993',
    '1e21',
    '0.1',
    '""',
    '"text"',
    '[]',
    '{}',
  ],
  ...[
    '"\\ud800"',
    '"\\udc00 \\u0000 \\u2028"',
    '{"":""}',
    '{"__proto__":{"a":1}}',
    '{"constructor":null,"toString":[null]}',
  ],
  ...[
    '{"b":1,"a":{"d":[1,{"c":"\\ud83d"}],"\\ud800":2}}',
    '{"10":1,"9":2,"x":3}',
    '[[[[[]]]]]',
    '{"type":"text","text":"t"}',
  ],
  ...[
    '{"type":"toString","x":1}',
    '{"type":"__proto__"}',
    '{"type":"tool_use","id":"c0","name":"n","input":{}}',
    '{"type":7}',
  ],
  ...[
    '{"insight":true}',
    '{"insight":false}',
    '{"type":"attachment","attachmentId":"x"}',
    '{"tags":["a","b"],"size":1}',
  ],
  ...[
    '{"text":"amended","more":null}',
    '{"tags":["b",{"z":1,"a":2}],"name":"n2"}',
    '{"name":null}',
    '{"content":[{"text":"new"}]}',
  ],
]
const objects = odd.filter((text) => text.startsWith('{'))
const parsed = (text: string): unknown => JSON.parse(text)
const fields = [
  'text',
  'content',
  'name',
  'tags',
  'size',
  '__proto__',
  'constructor',
  'toString',
  '',
  '\ud800',
  'role',
  'metadata',
  'deleted',
]
const strategies = ['last_write', 'highest_priority', 'most_specific', 'merge_array']

function anyJsonOf({ random }: Draw, owner: string, member: string): unknown {
  if (member === 'strategies') return asked(random, () => random.pick(strategies))
  if (member === 'jsonSchema') return parsed(random.pick(['{}', 'true', '{"type":"object"}', '{"type":7}', 'false']))
  if (owner === 'AmendMessageInput' || owner.endsWith('EntityInput') || member === 'annotations')
    return random.below(3) === 0 ? parsed(random.pick(objects)) : asked(random, () => parsed(random.pick(odd)))
  const isObject = ['metadata', 'actor', 'settings', 'fields'].includes(member)
  return parsed(random.pick(isObject && random.below(10) > 0 ? objects : odd))
}

/** An object of some members; by its text, for one may be called `__proto__`. */
function asked(random: Random, value: () => unknown): unknown {
  const names = Array.from({ length: 1 + random.below(3) }, () => random.pick(fields))
  return parsed(`{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(value())}`).join(',')}}`)
}

/** The bytes of attachments, whose ids are thus known before they are stored. */
const bytes = ['', 'bytes', 'good', '{"a":1}', '\u0000\u00ff', 'x'.repeat(70_000)].map((text) => Buffer.from(text))
const base64s = bytes.map((one) => one.toString('base64'))
const uris = ['https://example.org/x', 'file:///tmp/a%20b', 'urn:x', 'https://example.org/\u00e4']
const attachmentIds = [...bytes, ...uris.map((uri) => Buffer.from(uri))].map((one) =>
  createHash('sha256').update(one).digest('hex'),
)

const oddIds = [
  '',
  ' ',
  'odd:id %',
  '__proto__',
  'constructor',
  '\ud800',
  'no such',
  'a\u0000b',
  '\u00e4',
  'x'.repeat(300),
]
const few = (letter: string, count: number) => Array.from({ length: count }, (_, i) => `${letter}${i}`)
const conversationIds = [...few('c', 5), '__proto__', 'odd:id %', 'toString']

function idOf(draw: Draw, owner: string, member: string): string {
  const { random } = draw
  if (random.below(60) === 0) return random.pick(oddIds)
  const pool = poolOf(draw, owner, member)
  return pool.length === 0 ? 'none yet' : random.pick(pool.slice(-12))
}

/** Which ids a member may name: those that are there, or new ones from few, so that they meet. */
function poolOf({ known, command }: Draw, owner: string, member: string): readonly string[] {
  const conversations = known.get('Conversation') ?? conversationIds
  if (owner === 'CreateConversationInput' || member === 'newConversationId') return conversationIds
  if (owner === 'ImportInput') return conversationIds
  if (owner === 'StoreEntityInput') return few('e', 5)
  if (owner === 'StoreTurnInput' && member === 'conversationId') return [...conversations, ...conversationIds]
  if (owner === 'MergeEntitiesInput' || owner === 'SplitEntityInput' || owner === 'CorrectEntityInput')
    return known.get(member === 'observationIds' ? 'Fact' : 'Entity') ?? []
  if (owner === 'MergeInput' && member === 'turns') return known.get('Message') ?? []
  const of = owner === 'DeleteInput' && member === 'id' ? kindOf(command) : member
  const pools: Readonly<Record<string, readonly string[]>> = {
    ...{
      conversationId: conversations,
      source: conversations,
      into: conversations,
      from: conversations,
      id: conversations,
    },
    ...{
      messageId: known.get('Message') ?? [],
      supersedes: known.get('Message') ?? [],
      entityId: known.get('Entity') ?? [],
    },
    ...{ observationId: known.get('Observation') ?? [], expectedHeadId: known.get('Observation') ?? [] },
    ...{ markerId: known.get('Marker') ?? [], runId: few('r', 6), questionId: few('q', 2), turnId: few('t', 12) },
    ...{ branchId: few('b', 2), callId: few('k', 4), answerId: few('answer', 3), attachmentId: attachmentIds },
  }
  return pools[of] ?? few(member, 3)
}

const kindOf = (command: string): string =>
  command.endsWith('Message') ? 'messageId' : command.endsWith('Entity') ? 'entityId' : 'conversationId'

const texts = [
  'said',
  '',
  ' ',
  'two\nlines',
  'lone \ud800 half',
  '\ud83d\ude00 n\u00e9 \u2028 \u0000 "q"',
  '\u0000',
  'good',
  '__proto__',
  'a\\ud800',
  'x'.repeat(40_000),
  '{"insight":true}',
  '\ufeff',
  'e\u0301\u00e9',
]

function textOf({ random, known }: Draw, owner: string, member: string): string {
  if (owner === 'ImportInput') return importText(random, member)
  const pools: Readonly<Record<string, readonly string[]>> = {
    base64: base64s,
    uri: uris,
    type: ['person', 'topic', 'person', 'file', '__proto__', 'toString'],
    mediaType: ['text/plain', 'image/png', 'application/octet-stream', '', 'text/plain; charset=utf-8'],
    name:
      owner === 'StoreEntityInput' || owner === 'NamedEntityInput'
        ? ['One', 'Two', 'Three', '__proto__', '\u00e4']
        : texts,
    probe: known.get('Probe') ?? [],
    command: ['words', 'none'],
    idempotencyKey: few('key', 12),
    sourceKind: ['user', 'api', '', 'toString'],
    cwd: ['/w', '/w/\ud800', '', 'C:\\w', '/w/'],
  }
  const pool = pools[member] ?? texts
  return pool.length === 0 ? '' : random.pick(pool)
}

function importText(random: Random, member: string): string {
  if (member === 'fileName') return random.pick(['a.jsonl', 'b.json', '\ud800', '', 'dir/c.jsonl'])
  if (member === 'format') return random.pick(['CLAUDE_CODE', 'ANTHROPIC', 'PLAIN', 'NONE'])
  const drawn = random.pick([
    'u1 a1<u1 u2<a1',
    'u1 c1<u1 r1:c1<c1 a2<r1',
    'u1 a1<u1 b1<a1 u3<a1 u2<missing',
    'u1 c1:k1/x<u1 c2:k2/x<c1 r1:k1<c2 n1<r1 a3<n1',
  ])
  const lines = linesOf(entries(drawn, random.pick(['s', 's2', 'c0']), { timestamp: '2026-01-01T00:00:00Z' }))
  return random.pick([lines, lines, ...Object.values(drawnTranscripts).flat()])
}
