import { own } from '../../runtime/own.ts'
import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
  isInterfaceType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { readsRows } from '../asksFor.ts'
import { introspectionCounter, type IntrospectionCounter } from './introspectionCost.ts'
import { createBudget, type Budget } from '../../app/read/budget.ts'
import { TimedOut } from '../answer/interruptions.ts'

/** How deep an operation is nested, and how many fields it may make at most. */
export interface Cost {
  readonly depth: number
  readonly fields: number
}

/** Fields that do more than look something up, and what they count for. */
const weights: Readonly<Record<string, number>> = {
  tree: 100,
  search: 500,
  verifyPath: 1000,
  integrity: 1000,
  secrets: 1000,
  export: 1000,
}
/** What each item of a list counts for beside its fields, where more than a look-up makes it. */
const itemWeights: Readonly<Record<string, number>> = { prompts: 2, promptTree: 2, steps: 20, list: 5 }
/** Pages whose items are prompts, and what one counts for where its nodes are read. */
const rowPages: ReadonlySet<string> = new Set(['prompts', 'promptTree'])
const readRow = 20
/** Lists whose pages may have 1,000 items. */
const largePages: ReadonlySet<string> = new Set(['stretches', 'records', ...rowPages])
/** What a list without a page size is taken for. */
const unsized = 10

/** What a field of introspection counts for: tools ask for it once, not all day. */
const introspection = 20

/** Documents are kept and asked again: an operation in which no variable says a size costs the same each time. */
const known = new WeakMap<OperationDefinitionNode, Cost>()
/** Returns the value of a variable. */
type Variables = (name: string) => unknown

/**
 * Returns what an operation may cost, page sizes multiplied along each way down; introspection as it is, as one level.
 * Nothing is counted far beyond `most`.
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
  most = Number.MAX_SAFE_INTEGER,
): Cost {
  const before = known.get(operation)
  if (before) return before
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node)
  const root = schema.getRootType(operation.operation)
  if (!root) return { depth: 0, fields: 0 }
  const allVariables = { ...defaultsOf(operation), ...variables }
  const counted = { isAlwaysSo: true }
  const valueOf = (name: string) => {
    counted.isAlwaysSo = false
    return own(allVariables, name)
  }
  // Made for an operation that introspects alone, whose count ends at `most`.
  let parts: IntrospectionCounter | undefined
  const newParts = () => {
    counted.isAlwaysSo = false
    return (parts ??= introspectionCounter(schema, fragments, most / introspection))
  }
  const cost = counterOf(schema, fragments, valueOf, newParts)(operation.selectionSet, root)
  if (counted.isAlwaysSo) known.set(operation, cost)
  return cost
}

type Counter = (selections: SelectionSetNode, type: GraphQLCompositeType) => Cost

function counterOf(
  schema: GraphQLSchema,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  variables: Variables,
  parts: () => IntrospectionCounter,
): Counter {
  // A fragment that is spread often is counted often, but walked once.
  const ofFragments = new Map<string, Cost>()
  const count: Counter = (selections, type) => sum(selections.selections.map((node) => costOfSelection(node, type)))
  const costOfSelection = (node: SelectionSetNode['selections'][number], type: GraphQLCompositeType): Cost => {
    if (node.kind === Kind.FIELD) return costOfField(node, type)
    if (node.kind === Kind.INLINE_FRAGMENT)
      return count(node.selectionSet, typeNamed(schema, node.typeCondition?.name.value) ?? type)
    const name = node.name.value
    const fragment = fragments.get(name)
    const cost = ofFragments.get(name) ?? (fragment ? costOfFragment(fragment, type) : { depth: 0, fields: 0 })
    ofFragments.set(name, cost)
    return cost
  }
  const costOfFragment = (fragment: FragmentDefinitionNode, type: GraphQLCompositeType): Cost =>
    count(fragment.selectionSet, typeNamed(schema, fragment.typeCondition.name.value) ?? type)
  const costOfField = (node: FieldNode, type: GraphQLCompositeType): Cost => {
    const name = node.name.value
    const field = isObjectType(type) || isInterfaceType(type) ? own(type.getFields(), name) : undefined
    if (name.startsWith('__')) return { depth: 1, fields: 1 + introspection * partsOf(node) }
    if (!field) return { depth: 1, fields: 1 }
    const below = node.selectionSet && getNamedType(field.type)
    const inner =
      node.selectionSet && isCompositeType(below) ? count(node.selectionSet, below) : { depth: 0, fields: 0 }
    const each = own(weights, name) ?? 1
    const item = inner.fields + itemWeight(node, fragments)
    return { depth: 1 + inner.depth, fields: each + item * timesOf(field, node, type, variables) }
  }
  const partsOf = (node: FieldNode): number => {
    const metaField = [SchemaMetaFieldDef, TypeMetaFieldDef].find(({ name }) => name === node.name.value)
    if (!metaField || !node.selectionSet) return 0
    const name = argument(metaField, node, 'name', variables)
    const part = metaField === SchemaMetaFieldDef ? schema : schema.getType(String(name))
    return part ? parts().of(node.selectionSet, getNamedType(metaField.type) as GraphQLObjectType, part) : 0
  }
  return count
}

function itemWeight(node: FieldNode, fragments: ReadonlyMap<string, FragmentDefinitionNode>): number {
  const name = node.name.value
  if (rowPages.has(name) && readsRows(node, (fragment) => fragments.get(fragment))) return readRow
  return own(itemWeights, name) ?? 0
}

function sum(costs: readonly Cost[]): Cost {
  return {
    depth: Math.max(0, ...costs.map(({ depth }) => depth)),
    fields: costs.reduce((total, { fields }) => total + fields, 0),
  }
}

/** How often what is below a field may come. A connection's size is counted where the connection is asked for. */
function timesOf(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  type: GraphQLCompositeType,
  variables: Variables,
): number {
  const size = (name: string): unknown => argument(field, node, name, variables)
  if (field.args.some(({ name }) => name === 'first'))
    return bounded(size('first') ?? size('last') ?? 50, largePages.has(field.name) ? 1000 : 100)
  if (field.args.some(({ name }) => name === 'n')) return bounded(size('n'), 1000)
  const ids = size('nodeIds') ?? size('ids')
  if (Array.isArray(ids)) return bounded(ids.length, 100)
  return isListType(getNullableType(field.type)) && !type.name.endsWith('Connection') ? unsized : 1
}

function bounded(size: unknown, most: number): number {
  return typeof size === 'number' ? Math.min(most, Math.max(1, size)) : most
}

function argument(field: GraphQLField<unknown, unknown>, node: FieldNode, name: string, variables: Variables): unknown {
  const valueNode = node.arguments?.find((argument) => argument.name.value === name)?.value
  if (!valueNode) return field.args.find((argument) => argument.name === name)?.defaultValue
  return literalOf(valueNode, variables)
}

type Literal = NonNullable<FieldNode['arguments']>[number]['value']

function literalOf(node: Literal, variables: Variables): unknown {
  if (node.kind === Kind.VARIABLE) return variables(node.name.value)
  if (node.kind === Kind.INT) return Number(node.value)
  if (node.kind === Kind.STRING) return node.value
  return node.kind === Kind.LIST ? node.values : undefined
}

function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Record<string, unknown> {
  const withDefault = variableDefinitions.filter(({ defaultValue }) => defaultValue !== undefined)
  return Object.fromEntries(
    withDefault.map(({ variable, defaultValue }) => [
      variable.name.value,
      literalOf(defaultValue as Literal, () => undefined),
    ]),
  )
}

function typeNamed(schema: GraphQLSchema, name: string | undefined): GraphQLCompositeType | null {
  const type = name === undefined ? undefined : schema.getType(name)
  return isCompositeType(type) ? type : null
}

/** What bounds one request. */
export interface RequestLimits {
  readonly requestMs: number
  /** The work of one request, in plain fields. */
  readonly queryFields: number
  readonly answerBytes: number
}

/** Rows hold more than what of them is shown. */
const readPerAnswer = 2

/** Returns the budget of a request that begins now. */
export function requestBudget({ queryFields, answerBytes, requestMs }: RequestLimits): Budget {
  const allowance = { work: queryFields, characters: readPerAnswer * answerBytes, milliseconds: requestMs }
  return createBudget(allowance, () => new TimedOut(requestMs))
}
