import {
  HeaderMap,
  type ApolloServerPlugin,
  type GraphQLRequestContext,
  type GraphQLRequestContextWillSendResponse,
} from '@apollo/server'
import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { RateExceeded } from '../app/access/rateExceeded.ts'
import { checkScopes } from './access/scopes.ts'
import { seenHeader, type Context } from './context.ts'
import { costOf } from './cost/cost.ts'
import { isOutdated, type FormatError } from './answer/errors.ts'
import { TooExpensive, type Budget } from '../app/read/budget.ts'

/** How much one operation may ask. */
export interface CostLimits {
  readonly queryDepth: number
  /** The work of one request, in plain fields. */
  readonly queryFields: number
  readonly answerBytes: number
}

/** What is counted and timed of a request. */
export interface RequestMetrics {
  /** Returns what ends the measurement, once it is known what the request was. */
  startRequest(): (operation: string) => void
}

/** Returns how many fields an operation may make; refuses one that is nested too deep or may make too many. */
export function checkCost(
  limits: CostLimits,
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): number {
  const { depth, fields } = costOf(schema, document, operation, variables, limits.queryFields)
  if (depth > limits.queryDepth) throw tooExpensive('nested', depth, limits.queryDepth, 'levels deep')
  if (fields > limits.queryFields) throw tooExpensive('large', fields, limits.queryFields, 'fields')
  return fields
}

/** What a request is checked by, and counted with. */
export interface RequestParts {
  readonly limits: CostLimits
  readonly metrics: RequestMetrics
  readonly formatError: FormatError
}

/**
 * Returns the plugin that does all that is done around an operation: before it runs, what may not be asked is refused; of its
 * answer no part leaves as if it were the whole, and the status says what came of it. One plugin, for Apollo waits for each
 * of them at each step.
 */
export function aroundOperations({ limits, metrics, formatError }: RequestParts): ApolloServerPlugin<Context> {
  return {
    requestDidStart: async (started) => {
      admitSeen(started)
      const end = metrics.startRequest()
      return {
        didResolveOperation: async (request) => {
          checkScopesOf(request)
          await limitCost(request, limits)
        },
        willSendResponse: async (request) => {
          end(request.operation?.operation ?? 'invalid')
          boundAnswer(request, limits.answerBytes, formatError)
          answerOkForJson(request)
          setStoreFullStatus(request)
          setOutdatedStatus(request)
          setSeenToken(request)
        },
      }
    },
  }
}

type Resolved = Pick<GraphQLRequestContext<Context>, 'schema' | 'document' | 'operation' | 'request' | 'contextValue'>
type Answered = GraphQLRequestContextWillSendResponse<Context>

function checkScopesOf({ schema, document, operation, contextValue }: Resolved): void {
  if (document && operation) checkScopes(schema, document, operation, contextValue.scope.principal)
}

/** Refuses an operation that costs too much, or too much for a minute, before any read. */
async function limitCost({ schema, document, operation, request, contextValue }: Resolved, limits: CostLimits) {
  if (!document || !operation) return
  const fields = checkCost(limits, schema, document, operation, request.variables ?? {})
  const more = morePointsOf(document, operation, fields)
  if (more > 0) await contextValue.spend?.(more).catch(refuseRate)
}

/** One error stands in the place of an answer when the request's budget was used up, or when it is too large. */
function boundAnswer(
  { response, operation, contextValue }: Answered,
  mostBytes: number,
  formatError: FormatError,
): void {
  if (response.body.kind !== 'single') return
  const isMutation = operation?.operation === OperationTypeNode.MUTATION
  const refusal = refusalOf(response.body.singleResult, isMutation, contextValue.scope.budget, mostBytes)
  if (refusal === null) return
  const errors = [formatError({ message: refusal.message }, refusal)]
  response.body.singleResult = isMutation ? { errors, data: null } : { errors }
  if (!isMutation) response.http.status = errors[0]?.extensions?.['code'] === 'TIMEOUT' ? 504 : 400
}

/**
 * Answers 200 to clients that ask for application/json, as GraphQL over HTTP wants: a status of 400 is for those that accept
 * application/graphql-response+json, and for requests that are no GraphQL at all.
 */
function answerOkForJson({ request, response, errors }: Answered): void {
  if (response.http.status !== 400 && response.http.status !== 403) return
  const accepted = request.http?.headers.get('accept') ?? ''
  const isRequestWrong = errors?.some(({ extensions }) => extensions['code'] === 'BAD_REQUEST') ?? false
  if (!accepted.includes('application/graphql-response+json') && !isRequestWrong) response.http.status = 200
}

/** Says by the status, too, that the disk is full (design §9). */
function setStoreFullStatus({ response }: Answered): void {
  const graphQLFormattedErrors = response.body.kind === 'single' ? response.body.singleResult.errors : undefined
  if (graphQLFormattedErrors?.some(({ extensions }) => extensions?.['code'] === 'STORE_FULL'))
    response.http.status = 507
}

/** Says by the status, too, that another server must be asked: as a server does that ends. */
function setOutdatedStatus({ response, errors }: Answered): void {
  if (!errors?.some(isOutdated)) return
  response.http.status = 503
  response.http.headers.set('retry-after', '1')
}

/** Takes what the client says that it has seen, before anything is read for it. */
function admitSeen({ request, contextValue }: GraphQLRequestContext<Context>): void {
  const tokens: unknown = request.http?.headers.get(seenHeader) ?? request.extensions?.['seen']
  if (typeof tokens === 'string') contextValue.seen?.admit(tokens)
}

/** Says what the client has seen now. */
function setSeenToken({ response, contextValue }: Answered): void {
  const token = contextValue.seen?.token() ?? null
  if (token === null || response.body.kind !== 'single') return
  response.http.headers.set(seenHeader, token)
  const { singleResult } = response.body
  response.body.singleResult = { ...singleResult, extensions: { ...singleResult.extensions, seen: token } }
}

/** What every request takes before it is read, whatever becomes of it: a refusal costs as much as a look-up. */
export const pointsOfRequest = 1
const pointsOfMutation = 5
const fieldsOfPoint = 1000

/** Returns what an operation takes beside what every request does. */
export function morePointsOf(document: DocumentNode, operation: OperationDefinitionNode, fields: number): number {
  if (operation.operation !== OperationTypeNode.MUTATION) return Math.floor(fields / fieldsOfPoint)
  return pointsOfMutation * mutationsIn(document, operation) - pointsOfRequest
}

/** Returns how many mutations an operation asks for, in whichever fragments they stand: one for each name in its answer. */
function mutationsIn({ definitions }: DocumentNode, operation: OperationDefinitionNode): number {
  const names = new Set<string>()
  const spread = new Set<string>()
  const look = ({ selections }: SelectionSetNode): void => {
    for (const node of selections)
      if (node.kind === Kind.FIELD) names.add((node.alias ?? node.name).value)
      else if (node.kind === Kind.INLINE_FRAGMENT) look(node.selectionSet)
      else if (!spread.has(node.name.value)) {
        spread.add(node.name.value)
        for (const one of definitions)
          if (one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === node.name.value) look(one.selectionSet)
      }
  }
  look(operation.selectionSet)
  return names.size
}

function refuseRate(thrown: unknown): never {
  if (!(thrown instanceof RateExceeded)) throw thrown
  const headers = new HeaderMap([['retry-after', thrown.retryAfter]])
  const extensions = { code: thrown.code, http: { status: 429, headers } }
  throw new GraphQLError(thrown.message, { originalError: thrown, extensions })
}

function tooExpensive(how: string, amount: number, limit: number, unit: string): GraphQLError {
  return new GraphQLError(`The query is too ${how}: up to ${amount} ${unit}, where ${limit} are the most.`, {
    extensions: { code: 'QUERY_TOO_EXPENSIVE', details: { given: amount, limit }, http: { status: 400 } },
  })
}

/**
 * Returns why an answer cannot leave as it is, null when it can: what it draws on was used up while it was made, so that
 * a part of it is missing, or it is larger than answers may be. The answer says what a mutation has done all the same.
 */
export function refusalOf(
  { data }: { readonly data?: unknown },
  isMutation: boolean,
  { over }: Budget,
  mostBytes: number,
): GraphQLError | null {
  if (over !== null && !isMutation) return coded(over)
  const bytes = bytesOf(data, mostBytes)
  if (bytes <= mostBytes) return null
  return coded(new TooExpensive(`its answer has ${bytes} bytes or more`, bytes, mostBytes))
}

function coded(reason: Error): GraphQLError {
  return new GraphQLError(reason.message, { originalError: reason })
}

/** The bytes of an answer as JSON, marks that have to be escaped aside; no farther than beyond `most`. */
function bytesOf(value: unknown, most: number): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + 3
  if (value === null || typeof value !== 'object') return 5
  let bytes = 2
  if (Array.isArray(value)) {
    for (const one of value) if ((bytes += bytesOf(one, most - bytes)) > most) break
    return bytes
  }
  for (const name in value) {
    bytes += name.length + 3 + bytesOf((value as Record<string, unknown>)[name], most - bytes)
    if (bytes > most) break
  }
  return bytes
}
