import {
  createSourceEventStream,
  execute,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  OperationTypeNode,
  parse,
  validate,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FormattedExecutionResult,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { maxLexicalTokens } from '../../graphql/apollo.ts'
import type { OperationRequest } from './request.ts'
import type { Context } from '../../graphql/context.ts'
import { checkCost } from '../../graphql/plugins.ts'
import type { ServerLimits } from '../parts.ts'

/** What subscribing takes. */
export interface OperationParts {
  readonly schema: GraphQLSchema
  readonly limits: ServerLimits
  readonly formatError: (formatted: GraphQLFormattedError, error: unknown) => GraphQLFormattedError
  /** What one turn of resolving works with. */
  readonly context: () => Context
}
export type PreparedOperation = ExecutionArgs & { readonly document: DocumentNode }
/** Answers that can be ended also while nothing comes. */
export type Answers = AsyncIterableIterator<FormattedExecutionResult>

/** Returns a subscription read and checked as every other request is, or what is wrong with it. */
export function prepare(
  parts: OperationParts,
  { query, operationName, variables }: OperationRequest,
): PreparedOperation | readonly GraphQLError[] {
  try {
    const document = parse(query, { maxTokens: maxLexicalTokens })
    const invalid = validate(parts.schema, document)
    if (invalid.length > 0) return coded(invalid, 'GRAPHQL_VALIDATION_FAILED')
    const operation = subscriptionOf(document, operationName)
    const { coerced, errors } = getVariableValues(parts.schema, operation.variableDefinitions ?? [], variables ?? {})
    if (errors) return coded(errors, 'BAD_USER_INPUT')
    checkCost(parts.limits, parts.schema, document, operation, coerced)
    return {
      schema: parts.schema,
      document,
      operationName: operationName ?? null,
      variableValues: variables ?? {},
      contextValue: parts.context(),
    }
  } catch (thrown) {
    if (!(thrown instanceof GraphQLError)) throw thrown
    return thrown.extensions['code'] === undefined ? coded([thrown], 'GRAPHQL_PARSE_FAILED') : [thrown]
  }
}

function subscriptionOf(document: DocumentNode, name: string | null | undefined): OperationDefinitionNode {
  const operation = getOperationAST(document, name)
  const refuse = (message: string, code: string) => new GraphQLError(message, { extensions: { code } })
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION)
    throw refuse('The subscription to run is not named, or not there.', 'OPERATION_RESOLUTION_FAILURE')
  return operation
}

function coded(errors: readonly GraphQLError[], code: string): GraphQLError[] {
  return errors.map(
    ({ message, nodes = null, source = null, positions = null, path = null }) =>
      new GraphQLError(message, { nodes, source, positions, path, extensions: { code } }),
  )
}

/** Returns what the subscription answers: one answer for each event, each resolved with reads of its own. */
export async function answersOf(
  parts: OperationParts,
  prepared: PreparedOperation,
): Promise<Answers | FormattedExecutionResult> {
  const source = await createSourceEventStream(prepared).catch((fault: unknown) => ({ errors: [faultOf(fault)] }))
  return isStream(source) ? answered(parts, prepared, source) : shown(parts, source)
}

function answered(parts: OperationParts, prepared: PreparedOperation, source: AsyncIterable<unknown>): Answers {
  const events = source[Symbol.asyncIterator]()
  const answers: Answers = {
    async next() {
      try {
        const event = await events.next()
        if (event.done) return { done: true, value: undefined }
        const result = await execute({ ...prepared, rootValue: event.value, contextValue: parts.context() })
        return { done: false, value: shown(parts, result) }
      } catch (fault) {
        await events.return?.()
        return { done: false, value: { errors: shownErrors(parts, [faultOf(fault)]) } }
      }
    },
    async return() {
      await events.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => answers,
  }
  return answers
}

function faultOf(fault: unknown): GraphQLError {
  return new GraphQLError('The subscription ended.', {
    originalError: fault instanceof Error ? fault : new Error(String(fault)),
  })
}

function isStream(source: AsyncIterable<unknown> | ExecutionResult): source is AsyncIterable<unknown> {
  return Symbol.asyncIterator in source
}

function shown(parts: OperationParts, { errors, data }: ExecutionResult): FormattedExecutionResult {
  return { ...(errors && { errors: shownErrors(parts, errors) }), ...(data !== undefined && { data }) }
}

/** Returns errors as clients may see them. */
export function shownErrors({ formatError }: OperationParts, errors: readonly GraphQLError[]): GraphQLFormattedError[] {
  return errors.map((error) => formatError(error.toJSON(), error))
}
