import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLInputField,
  type GraphQLInputType,
} from 'graphql'

/** Gives a leaf its value: the one that is sought, or one that is needed besides. */
export type Leaf = (type: string, member: string, isSought: boolean) => unknown

/** Returns the ways to what is sought in an argument: its name, then the members of inputs. */
export function waysIn(
  type: GraphQLInputType,
  path: readonly string[],
  isSought: (type: string, member: string) => boolean,
  within: readonly string[] = [],
): string[][] {
  const named = getNamedType(type)
  if (isSought(named.name, path.at(-1) ?? '')) return [[...path]]
  if (!isInputObjectType(named) || within.includes(named.name)) return []
  return Object.values(named.getFields()).flatMap(({ name, type: inner }) =>
    waysIn(inner, [...path, name], isSought, [...within, named.name]),
  )
}

const anId = Symbol('an id')

/** What a command asks for although its input does not demand it, or not so: a value, or whose id. */
const needed: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  StoreTurnInput: { text: 'x', conversationId: anId },
  AskModelInput: { prompt: 'x' },
  StateRecordInput: { value: 1 },
  UpdateConversationInput: { title: 'x' },
  SearchScope: { conversationId: anId, onPathOnly: true },
  RewindInput: { to: { turn: 1 } },
  SwitchHeadInput: { observationId: anId },
  MergeInput: { strategy: 'CHERRY_PICK', turns: [anId] },
  AnswerRunInput: { questionId: anId },
  ImportInput: { content: '{"role":"user","content":"x"}\n' },
}

/** What goes with members of an import that are of appended pieces alone. */
const ofPiece: Readonly<Record<string, unknown>> = { mode: 'APPEND', conversationId: anId }

/** Returns a value of a type: what it needs and, on the way to what is sought, that. */
export function inputValue(type: GraphQLInputType, path: readonly string[] | null, leaf: Leaf, member = ''): unknown {
  const nullable = getNullableType(type)
  if (isListType(nullable)) return [inputValue(nullable.ofType, path, leaf, member)]
  if (isEnumType(nullable)) return nullable.name === 'RelationshipType' ? 'REFERS_TO' : nullable.getValues()[0]?.name
  if (!isInputObjectType(nullable)) return leaf(getNamedType(type).name, member, path !== null)
  const given = wantedOf(nullable, path).map(({ name, type: inner }) => {
    const isOnTheWay = path?.[0] === name
    const alone = isOnTheWay ? null : neededOf(nullable.name, name, leaf, path)
    return [name, alone ?? inputValue(inner, isOnTheWay ? path.slice(1) : null, leaf, name)]
  })
  return Object.fromEntries(given as [string, unknown][])
}

/** Of two places that a move of the head may be told, the one that is sought: it stands alone. */
const standsAlone: Readonly<Record<string, string>> = { RewindInput: 'before', SwitchHeadInput: 'to' }

/** What an input needs beside what is sought in it. */
function neededOf(type: string, member: string, leaf: Leaf, path: readonly string[] | null): unknown {
  if (path?.[0] !== undefined && standsAlone[type] === path[0]) return undefined
  const isOfPiece = type === 'ImportInput' && /^(?:sidechainOf|records)$/.test(path?.[0] ?? '')
  const given = (isOfPiece ? ofPiece[member] : undefined) ?? needed[type]?.[member]
  const valued = (value: unknown) => (value === anId ? leaf('ID', member, false) : value)
  return Array.isArray(given) ? given.map(valued) : valued(given)
}

type InputObject = Readonly<{ name: string; isOneOf: boolean; getFields: () => Record<string, GraphQLInputField> }>

function wantedOf(type: InputObject, path: readonly string[] | null): GraphQLInputField[] {
  const members = Object.values(type.getFields())
  // Of a point that is not the one sought, the turn: it is there.
  const first = members.find(({ name }) => name === 'turn') ?? members[0]
  if (type.isOneOf && path) return members.filter(({ name }) => name === path[0])
  return members.filter(
    ({ name, type: inner }) =>
      path?.[0] === name ||
      isNonNullType(inner) ||
      (neededOf(type.name, name, () => true, path) !== undefined &&
        !(/^(text|prompt)$/.test(name) && path?.[0] === 'content')) ||
      (type.isOneOf && name === first?.name),
  )
}

/** Returns a plain value of a scalar that is no id. */
export function plainLeaf(type: string): unknown {
  const values: Readonly<Record<string, unknown>> = {
    String: 'x',
    Int: 1,
    Boolean: false,
    JSON: { a: 1 },
    DateTime: '2026-01-01T00:00:00Z',
  }
  return values[type] ?? null
}
