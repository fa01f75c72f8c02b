import {
  getDirectiveValues,
  GraphQLError,
  Kind,
  type DocumentNode,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { AccessRefused, requireScope } from '../../app/access/accessRefused.ts'
import type { AccessScope, Principal } from '../../domain/access/principal.ts'
import { own } from '../../runtime/own.ts'

/** Refuses an operation with a root field that its caller may not ask for, before anything of it is done. */
export function checkScopes(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  principal: Principal,
): void {
  for (const { scope, or } of scopesNeeded(schema, document, operation))
    if (![scope, or].some((one) => one !== null && principal.scopes.includes(one))) requireOrFail(principal, scope)
}

/** Documents are kept and asked again: each operation is walked once. */
const known = new WeakMap<OperationDefinitionNode, readonly NeededScope[]>()

/** A scope, and another one that will do in its place. */
interface NeededScope {
  readonly scope: AccessScope
  readonly or: AccessScope | null
}

function scopesNeeded(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): readonly NeededScope[] {
  const before = known.get(operation)
  if (before) return before
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {}
  const needed = rootNames(document, operation.selectionSet).flatMap((name) => {
    const field = own(fields, name)
    const scope = field && scopeOf(schema, field)
    return scope ? [{ scope, or: scopeOf(schema, field, 'or') }] : []
  })
  known.set(operation, needed)
  return needed
}

/** Returns the scope that a root field's directive names, or the other one that will do; null: any known caller may ask. */
export function scopeOf(
  schema: GraphQLSchema,
  { astNode }: GraphQLField<unknown, unknown>,
  which: 'requires' | 'or' = 'requires',
): AccessScope | null {
  const directive = schema.getDirective('scope')
  const values = directive && astNode ? getDirectiveValues(directive, astNode) : undefined
  return (values?.[which] as AccessScope | null | undefined) ?? null
}

function requireOrFail(principal: Principal, needed: AccessScope): void {
  try {
    requireScope(principal, needed)
  } catch (error) {
    if (!(error instanceof AccessRefused)) throw error
    const extensions = { code: error.code, http: { status: 403 } }
    throw new GraphQLError(error.message, { originalError: error, extensions })
  }
}

/** The fields at the root of an operation, those of fragments too. */
function rootNames(document: DocumentNode, { selections }: SelectionSetNode, seen = new Set<string>()): string[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value]
    if (selection.kind === Kind.INLINE_FRAGMENT) return rootNames(document, selection.selectionSet, seen)
    const { value } = selection.name
    if (seen.has(value)) return []
    seen.add(value)
    const fragment = document.definitions.find(
      (one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === value,
    )
    return fragment && 'selectionSet' in fragment ? rootNames(document, fragment.selectionSet, seen) : []
  })
}
