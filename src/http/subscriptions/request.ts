import type { FastifyRequest } from 'fastify'
import { getOperationAST, OperationTypeNode } from 'graphql'
import { badInput } from '../../domain/refusals.ts'
import { isRecord } from '../../runtime/own.ts'
import type { Documents } from './documents.ts'

/** What a client asks, whatever the transport. */
export interface OperationRequest {
  readonly query: string
  readonly operationName?: string | null | undefined
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined
  readonly extensions?: Readonly<Record<string, unknown>> | null | undefined
}

/** Says whether an operation is a subscription; what cannot be read is none, and is refused where all else is answered. */
export function isSubscription(
  documents: Documents,
  { query, operationName }: Readonly<Record<string, unknown>>,
): boolean {
  // Most queries need not be read twice.
  if (typeof query !== 'string' || !/\bsubscription\b/.test(query)) return false
  const name = typeof operationName === 'string' ? operationName : null
  const { document } = documents.read(query)
  return document !== null && getOperationAST(document, name)?.operation === OperationTypeNode.SUBSCRIPTION
}

/** Says whether an HTTP request asks for a subscription. */
export function asksToSubscribe(documents: Documents, request: FastifyRequest): boolean {
  const value = givenBy(request)
  return isRecord(value) && isSubscription(documents, value)
}

/** Returns what an HTTP request asks; refuses what is no GraphQL request. */
export function requestOf(request: FastifyRequest): OperationRequest {
  const value = givenBy(request)
  if (!isRecord(value) || typeof value['query'] !== 'string')
    throw badInput('A JSON object with "query" is needed.', {}, ['query'])
  const { query, operationName } = value
  if (operationName != null && typeof operationName !== 'string')
    throw badInput('"operationName" must be text.', {}, ['operationName'])
  return { query, operationName, variables: variablesOf(value['variables'], request.method === 'GET') }
}

/** The body of a POST, or the parameters of a GET, which is what browsers' EventSource sends. */
function givenBy({ method, body, query }: FastifyRequest): unknown {
  return method === 'GET' ? query : body
}

function variablesOf(value: unknown, isText: boolean): Readonly<Record<string, unknown>> | null {
  const variables = isText ? parsed(value) : value
  if (variables == null || isRecord(variables)) return variables ?? null
  throw badInput('"variables" must be a JSON object.', {}, ['variables'])
}

function parsed(variables: unknown): unknown {
  if (typeof variables !== 'string' || variables === '') return null
  try {
    return JSON.parse(variables) as unknown
  } catch {
    throw badInput('"variables" is not JSON.', {}, ['variables'])
  }
}
