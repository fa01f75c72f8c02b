import type { ApolloServer } from '@apollo/server'
import type { FormattedExecutionResult, GraphQLFormattedError } from 'graphql'
import type { Context } from '../../graphql/context.ts'
import { Disconnected } from '../../graphql/answer/interruptions.ts'
import type { Quotas } from '../admission/quotas.ts'
import type { Caller } from '../admission/caller.ts'
import { requestTimeout } from '../timeouts.ts'
import type { Drain } from '../drain.ts'
import type { Answers } from './answers.ts'
import type { OperationRequest } from './request.ts'
import { callerOn, type SocketConnection } from './socket.ts'

/** What answering a query or a mutation takes where it does not come as an HTTP request. */
export interface OneAnswerParts {
  readonly apollo: ApolloServer<Context>
  readonly requestMs: number
  readonly drain: Drain
  readonly quotas: Quotas
}

/** A request that was refused before it was run, with what its client may see. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused'
  readonly errors: readonly GraphQLFormattedError[]
  constructor(errors: readonly GraphQLFormattedError[]) {
    super('The request was refused.')
    this.errors = errors
  }
}

/**
 * Returns the one answer of a query or mutation, run as over HTTP: the same checks, bounds and time. It is made once there
 * is room to send it. A client that ends it gives up what it reads.
 */
export function oneAnswer(parts: OneAnswerParts, request: OperationRequest, connection: SocketConnection): Answers {
  const controller = new AbortController()
  let isTaken = false
  let leave = () => {}
  const end = async (): Promise<{ done: true; value: undefined }> => {
    leave()
    return { done: true, value: undefined }
  }
  const answers: Answers = {
    async next() {
      if (isTaken) return end()
      isTaken = true
      leave = await connection.answers.enter()
      if (controller.signal.aborted) return end()
      try {
        leave = both(leave, countRequest(parts.quotas, callerOn(connection)))
        return { done: false, value: await parts.drain.track(run(parts, request, controller, callerOn(connection))) }
      } catch (fault) {
        // A reader that got an error does not ask for more.
        leave()
        throw fault
      }
    },
    async return() {
      controller.abort(new Disconnected('The client is gone.'))
      return end()
    },
    [Symbol.asyncIterator]: () => answers,
  }
  return answers
}

/** It counts among the requests under way, as over HTTP. */
function countRequest({ requests, requestsOfTenants, loadShedder: shedder }: Quotas, { tenant }: Caller): () => void {
  let leave = requests.take('')
  try {
    leave = both(leave, requestsOfTenants.take(tenant))
    return both(leave, shedder.take(tenant))
  } catch (refusal) {
    leave()
    throw refusal
  }
}

function both(one: () => void, other: () => void): () => void {
  return () => {
    one()
    other()
  }
}

async function run(
  { apollo, requestMs }: OneAnswerParts,
  { query, operationName, variables, extensions }: OperationRequest,
  controller: AbortController,
  caller: Caller,
): Promise<FormattedExecutionResult> {
  const request = {
    query,
    ...(operationName != null && { operationName }),
    ...(variables != null && { variables }),
    ...(extensions != null && { extensions }),
  }
  const ran = apollo.executeOperation(request, { contextValue: caller.contextOf(controller.signal) })
  const { body } = await requestTimeout(requestMs, controller, ran)
  if (body.kind === 'incremental') throw new Error('Nothing is delivered in parts.')
  if (body.singleResult.data === undefined) throw new RequestRefused(body.singleResult.errors ?? [])
  return body.singleResult
}
