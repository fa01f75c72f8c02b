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
  type ExecutionResult,
  type GraphQLFormattedError,
  type GraphQLSchema,
} from 'graphql'
import type { Budget } from '../app/read/budget.ts'
import { maxLexicalTokens } from './apollo.ts'
import type { Context } from './context.ts'
import { requestBudget, type RequestLimits } from './cost/cost.ts'
import type { FormatError } from './answer/errors.ts'
import { checkCost, type CostLimits } from './operation.ts'

/** What a subscription answers to one event, as by HTTP. */
export interface FollowedAnswer {
  readonly data?: Readonly<Record<string, unknown>> | null
  readonly errors?: readonly GraphQLFormattedError[]
}

/** Follows a subscription without a server until the signal; what is refused is the one answer. */
export type Follow = (document: string, variables: object, signal: AbortSignal) => AsyncGenerator<FollowedAnswer>

/** What following takes. */
export interface FollowParts {
  readonly schema: GraphQLSchema
  readonly limits: CostLimits & RequestLimits
  readonly formatError: FormatError
  readonly contextOf: (signal: AbortSignal, budget: Budget) => Context
}

/** Returns what follows subscriptions in a process: each event is answered with reads of its own. */
export function followOn({ schema, limits, formatError, contextOf }: FollowParts): Follow {
  const context = () => contextOf(AbortSignal.timeout(limits.requestMs), requestBudget(limits))
  const answerOf = ({ errors, data }: ExecutionResult): FollowedAnswer => ({
    ...(errors && { errors: errors.map((error) => formatError(error.toJSON(), error)) }),
    ...(data !== undefined && { data: plain(data) as Record<string, unknown> | null }),
  })
  const fault = (thrown: unknown) => {
    const originalError = thrown instanceof Error ? thrown : new Error(String(thrown))
    return answerOf({ errors: [new GraphQLError('The subscription ended.', { originalError })] })
  }
  return async function* (text, variables, signal) {
    const read = readSubscription(schema, limits, text, variables)
    if (!('document' in read)) {
      yield answerOf(read)
      return
    }
    const request = { ...read, schema, variableValues: plain(variables) as Record<string, unknown> }
    const source = await createSourceEventStream({ ...request, contextValue: context() })
    if (!(Symbol.asyncIterator in source)) {
      yield answerOf(source)
      return
    }
    const events: AsyncIterator<unknown, undefined> = source[Symbol.asyncIterator]() as AsyncIterator<
      unknown,
      undefined
    >
    const end = () => void events.return?.()
    signal.addEventListener('abort', end)
    try {
      for (let event = await events.next(); !event.done && !signal.aborted; event = await events.next())
        yield answerOf(await execute({ ...request, rootValue: event.value, contextValue: context() }))
    } catch (thrown) {
      yield fault(thrown)
    } finally {
      signal.removeEventListener('abort', end)
      await events.return?.()
    }
  }
}

/** Returns the document of a subscription, checked as a server checks it, or what is wrong with it. */
function readSubscription(
  schema: GraphQLSchema,
  limits: CostLimits,
  text: string,
  variables: object,
): { readonly document: DocumentNode } | { readonly errors: readonly GraphQLError[] } {
  try {
    const document = parse(text, { maxLexicalTokens })
    const errors = validate(schema, document)
    if (errors.length > 0) return { errors: errors.map((error) => coded(error, 'GRAPHQL_VALIDATION_FAILED')) }
    const operation = getOperationAST(document)
    if (operation?.operation !== OperationTypeNode.SUBSCRIPTION)
      throw new GraphQLError('The operation must be a subscription.')
    const input = getVariableValues(
      schema,
      operation.variableDefinitions ?? [],
      plain(variables) as Record<string, unknown>,
    )
    if (input.errors) return { errors: input.errors.map((error) => coded(error, 'BAD_USER_INPUT')) }
    checkCost(limits, schema, document, operation, input.coerced)
    return { document }
  } catch (thrown) {
    if (!(thrown instanceof GraphQLError)) throw thrown
    return { errors: [thrown.extensions['code'] === undefined ? coded(thrown, 'GRAPHQL_PARSE_FAILED') : thrown] }
  }
}

function coded({ message }: GraphQLError, code: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } })
}

/** What HTTP would carry of a value. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
