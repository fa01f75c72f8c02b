import { own } from '../../runtime/own.ts'
import { createHash } from 'node:crypto'
import {
  getNullableType,
  isListType,
  Kind,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DefinitionNode,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql'

/** What a subscription asks of each event. */
export interface FieldSelection {
  /**
   * Equal keys, equal answers to the same event. Where the subscription begins and which conversation it follows are no
   * part of it, nor are its name and its spaces.
   */
  readonly key: string
  /** Whether the document's length alone says how much may come: no list, and nothing that takes arguments. */
  readonly isPlain: boolean
}

interface Read {
  readonly text: string
  readonly variables: readonly string[]
  readonly isPlain: boolean
}

const known = new WeakMap<OperationDefinitionNode, Read>()

/** Returns what a subscription asks of each event, with the variables that it was given. */
export function selectionOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): FieldSelection {
  const read = known.get(operation) ?? readSelection(schema, document, operation)
  known.set(operation, read)
  const inputs = read.variables.map((name) => [name, own(variables, name)])
  const key = createHash('sha256').update(read.text).update(JSON.stringify(inputs)).digest('base64')
  return { key, isPlain: read.isPlain }
}

function readSelection(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Read {
  const { selectionSet } = operation
  const request = { ...operation, selectionSet: { ...selectionSet, selections: selectionSet.selections.map(bare) } }
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  const variables = new Set<string>()
  for (const part of [request.selectionSet, ...fragments])
    visit(part, { Variable: ({ name }) => void variables.add(name.value) })
  return {
    text: [request.selectionSet, ...fragments].map(print).join('\n'),
    variables: [...variables].sort(),
    isPlain: [request, ...fragments].every((part) => isPlain(schema, part)),
  }
}

/** The arguments of the field that is subscribed to say which events come, not what each has. */
function bare(node: SelectionNode): SelectionNode {
  return node.kind === Kind.FIELD ? { ...node, arguments: [] } : node
}

function isPlain(schema: GraphQLSchema, part: DefinitionNode): boolean {
  const types = new TypeInfo(schema)
  const subscriptions = schema.getSubscriptionType()
  let plain = true
  const Field = () => {
    const field = types.getFieldDef()
    if (!field || types.getParentType() === subscriptions) return
    if (field.args.length > 0 || isListType(getNullableType(field.type))) plain = false
  }
  visit(part, visitWithTypeInfo(types, { Field }))
  return plain
}
