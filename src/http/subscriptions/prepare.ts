import {
  getOperationAST,
  getVariableValues,
  GraphQLError,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionArgs,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { checkCost, morePointsOf } from '../../graphql/operation.ts'
import type { Caller } from '../admission/caller.ts'
import type { ServerLimits } from '../parts.ts'
import { coded, type Documents } from './documents.ts'
import type { OperationRequest } from './request.ts'
import { selectionOf, type FieldSelection } from './selection.ts'

/** A subscription that was read and checked. */
export type PreparedSubscription = ExecutionArgs & {
  readonly document: DocumentNode
  readonly selection: FieldSelection
  readonly caller: Caller
  /** What it takes of its caller's minute beside what every request does. */
  readonly morePoints: number
}

/** What reading one takes. */
export interface PrepareParts {
  readonly schema: GraphQLSchema
  readonly limits: ServerLimits
  readonly documents: Documents
}

/** Returns a subscription read and checked as every other request is, or what is wrong with it. */
export function prepare(
  { schema, limits, documents }: PrepareParts,
  { query, operationName, variables }: OperationRequest,
  caller: Caller,
): PreparedSubscription | readonly GraphQLError[] {
  try {
    const { document, errors } = documents.read(query)
    if (!document || errors.length > 0) return errors
    const operation = subscriptionOf(document, operationName)
    const input = getVariableValues(schema, operation.variableDefinitions ?? [], variables ?? {})
    if (input.errors) return coded(input.errors, 'BAD_USER_INPUT')
    // Refused before its cost is counted.
    caller.allows(schema, document, operation)
    const fields = checkCost(limits, schema, document, operation, input.coerced)
    const morePoints = morePointsOf(document, operation, fields)
    const selection = selectionOf(schema, document, operation, input.coerced)
    // Without a context: what is read for one event is not kept for the next.
    const request = { operationName: operationName ?? null, variableValues: variables ?? {}, contextValue: undefined }
    return { schema, document, selection, caller, morePoints, ...request }
  } catch (thrown) {
    if (thrown instanceof GraphQLError) return [thrown]
    throw thrown
  }
}

/** Takes what a subscription costs of its caller's minute, or rejects. */
export async function payFor(prepared: PreparedSubscription | readonly GraphQLError[]): Promise<void> {
  if (!isRefused(prepared) && prepared.morePoints > 0) await prepared.caller.spend?.(prepared.morePoints)
}

/** Says whether what was prepared is what is wrong with it. */
export function isRefused(
  prepared: PreparedSubscription | readonly GraphQLError[],
): prepared is readonly GraphQLError[] {
  return Array.isArray(prepared)
}

function subscriptionOf(document: DocumentNode, name: string | null | undefined): OperationDefinitionNode {
  const operation = getOperationAST(document, name)
  if (operation?.operation === OperationTypeNode.SUBSCRIPTION) return operation
  const extensions = { code: 'OPERATION_RESOLUTION_FAILURE' }
  throw new GraphQLError('The subscription to run is not named, or not there.', { extensions })
}
