import type { ApolloServer } from '@apollo/server'
import type { FormattedExecutionResult, GraphQLFormattedError } from 'graphql'
import type { Context } from '../../graphql/context.ts'
import { Disconnected } from '../../graphql/interruptions.ts'
import { within } from '../deadline.ts'
import type { Drain } from '../drain.ts'
import type { Answers } from './operation.ts'
import type { OperationRequest } from './request.ts'

/** What answering a query or a mutation takes where it does not come as an HTTP request. */
export interface OneAnswerParts {
  readonly apollo: ApolloServer<Context>
  readonly requestMs: number
  readonly contextOf: (signal: AbortSignal) => Context
  readonly drain: Drain
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
 * Returns the one answer of a query or mutation, run as over HTTP: the same checks, bounds and time. A client that ends
 * it gives up what it reads.
 */
export function oneAnswer(parts: OneAnswerParts, request: OperationRequest): Answers {
  const controller = new AbortController()
  let isTaken = false
  const answers: Answers = {
    async next() {
      if (isTaken) return { done: true, value: undefined }
      isTaken = true
      return { done: false, value: await parts.drain.track(run(parts, request, controller)) }
    },
    async return() {
      controller.abort(new Disconnected('The client is gone.'))
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => answers,
  }
  return answers
}

async function run(
  { apollo, requestMs, contextOf }: OneAnswerParts,
  { query, operationName, variables, extensions }: OperationRequest,
  controller: AbortController,
): Promise<FormattedExecutionResult> {
  const asked = {
    query,
    ...(operationName != null && { operationName }),
    ...(variables != null && { variables }),
    ...(extensions != null && { extensions }),
  }
  const ran = apollo.executeOperation(asked, { contextValue: contextOf(controller.signal) })
  const { body } = await within(requestMs, controller, ran)
  if (body.kind === 'incremental') throw new Error('Nothing is delivered in parts.')
  if (body.singleResult.data === undefined) throw new RequestRefused(body.singleResult.errors ?? [])
  return body.singleResult
}
