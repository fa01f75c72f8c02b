import {
  defaultFieldResolver,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isIntrospectionType,
  isListType,
  isObjectType,
  Kind,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import type { Context } from '../context.ts'
import { listItem } from '../listItem.ts'
import { own } from '../../runtime/own.ts'

/**
 * Lets each field that answers a list draw on the request's budget as soon as the list's length is known, before its
 * items are walked. Fields that answer no list are left as they are: a function around each would cost much. The
 * items of a list of things are such that none ends the list while others are under way (listItem.ts).
 */
export function chargeLists(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) && !isIntrospectionType(type))
      for (const field of Object.values(type.getFields()))
        if (isList(field.type)) field.resolve = charging(field.resolve ?? defaultFieldResolver)
}

function charging(resolve: GraphQLFieldResolver<unknown, Context>): GraphQLFieldResolver<unknown, Context> {
  return (source, args, context, info) => {
    const value: unknown = resolve(source, args, context, info)
    const charge = (items: unknown): unknown => {
      if (!Array.isArray(items)) return items
      context.scope.budget.spend(items.length * itemWork(info))
      return isCompositeType(getNamedType(info.returnType)) ? items.map(listItem) : (items as unknown)
    }
    return value instanceof Promise ? value.then(charge) : charge(value)
  }
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(getNullableType(type))
}

/** Beside its fields, what it takes to make an item of a list, and an object. */
const [itemBase, objectBase] = [2, 2]

/** Returns what one item of a list costs as it is asked for. Lists in it are charged when they come. */
function itemWork({ fieldNodes, returnType, schema, fragments }: GraphQLResolveInfo): number {
  const type = getNamedType(returnType)
  if (!isCompositeType(type)) return itemBase
  return fieldNodes.reduce((sum, node) => sum + workOf(node.selectionSet, type, { schema, fragments }), itemBase)
}

type Document = Pick<GraphQLResolveInfo, 'schema' | 'fragments'>

/** Documents are kept and asked again, and fragments are spread often: each selection is walked once. */
const knownSelections = new WeakMap<SelectionSetNode, number>()

function workOf(selections: SelectionSetNode | undefined, type: GraphQLCompositeType, document: Document): number {
  if (!selections) return 0
  const before = knownSelections.get(selections)
  if (before !== undefined) return before
  const work = countedWork(selections, type, document)
  knownSelections.set(selections, work)
  return work
}

function countedWork(selections: SelectionSetNode, type: GraphQLCompositeType, document: Document): number {
  let always = 0
  /** Of alternatives an item is one. */
  const byType = new Map<string, number>()
  for (const node of selections.selections) {
    if (node.kind === Kind.FIELD) {
      always += fieldWork(node, type, document)
      continue
    }
    const [condition, work] = fragmentWork(node, type, document)
    if (condition === type.name || !isAbstractType(type)) always += work
    else byType.set(condition, (byType.get(condition) ?? 0) + work)
  }
  return always + Math.max(0, ...byType.values())
}

function fieldWork(node: FieldNode, type: GraphQLCompositeType, document: Document): number {
  const field = 'getFields' in type ? own(type.getFields(), node.name.value) : undefined
  if (!field || isList(field.type)) return 1
  const inner = getNamedType(field.type)
  return isCompositeType(inner) ? 1 + objectBase + workOf(node.selectionSet, inner, document) : 1
}

function fragmentWork(
  node: Exclude<SelectionNode, FieldNode>,
  type: GraphQLCompositeType,
  document: Document,
): [string, number] {
  const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : own(document.fragments, node.name.value)
  const condition = fragment?.typeCondition?.name.value ?? type.name
  const narrowed = document.schema.getType(condition)
  return [condition, fragment && isCompositeType(narrowed) ? workOf(fragment.selectionSet, narrowed, document) : 0]
}
