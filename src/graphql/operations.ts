import type { ApolloServer } from '@apollo/server'
import type { GraphQLFormattedError } from 'graphql'
import type { Logger } from 'pino'
import type { Budget } from '../app/read/budget.ts'
import { startApollo } from './apollo.ts'
import type { Context } from './context.ts'
import { formatErrorWith, type FaultLog } from './answer/errors.ts'
import { followOn, type Follow } from './follow.ts'
import { Disconnected, TimedOut } from './answer/interruptions.ts'
import type { CostLimits } from './operation.ts'
import { requestBudget, type RequestLimits } from './cost/cost.ts'

/** What an operation answers, as by HTTP. */
export interface OperationAnswer {
  readonly data?: Readonly<Record<string, unknown>> | null
  readonly errors?: readonly GraphQLFormattedError[]
}

/**
 * Answers operations without HTTP, with the checks, limits and errors of a server. Aborted, it rejects with the signal's
 * reason; what was to be written may be written all the same.
 */
export type Execute = (document: string, variables: object, signal: AbortSignal | undefined) => Promise<OperationAnswer>

/** What operations in a process are made of. */
export interface OperationParts {
  readonly log: Logger
  /** Where faults go whole. */
  readonly faults: FaultLog
  readonly limits: CostLimits & RequestLimits
  /** What one operation works with: its reads end with the signal and draw on the budget. */
  readonly contextOf: (signal: AbortSignal, budget: Budget) => Context
}

const nothingMeasured = { startRequest: () => () => undefined }

/** Returns what answers operations in a process that has no server. */
export async function openOperations({
  log,
  faults,
  limits,
  contextOf,
}: OperationParts): Promise<{ readonly execute: Execute; readonly follow: Follow; close(): Promise<void> }> {
  const formatError = formatErrorWith(faults, () => undefined)
  const { apollo, schema } = await startApollo({ log, limits, metrics: nothingMeasured, sandbox: false }, formatError)
  const execute = executeOn(apollo, limits.requestMs, (signal) => contextOf(signal, requestBudget(limits)))
  const follow = followOn({ schema, limits, formatError, contextOf })
  return { execute, follow, close: () => apollo.stop() }
}

/** Returns what answers operations on a server's API, for the callers of the contexts. */
export function executeOn(
  apollo: ApolloServer<Context>,
  requestMs: number,
  contextOf: (signal: AbortSignal) => Context,
): Execute {
  return async (query, variables, signal) => {
    const abortController = new AbortController()
    // Its own reason: what a caller gives would be logged as a fault.
    const give = () => abortController.abort(new Disconnected('The caller has gone.'))
    const timer = setTimeout(() => abortController.abort(new TimedOut(requestMs)), requestMs)
    if (signal?.aborted) give()
    else signal?.addEventListener('abort', give)
    try {
      const request = { query, variables: plain(variables) as Record<string, unknown> }
      const answer = apollo.executeOperation(request, { contextValue: contextOf(abortController.signal) })
      const { body } = await Promise.race([answer, rejectedBy(abortController.signal)])
      if (body.kind !== 'single') throw new Error('The answer came in parts.')
      const { data, ...rest } = body.singleResult
      return { ...(plain(rest) as OperationAnswer), ...(data !== undefined && { data: copied(data) as typeof data }) }
    } catch (thrown) {
      if (signal?.aborted) throw signal.reason as Error
      if (!(thrown instanceof TimedOut)) throw thrown
      return { errors: [{ message: thrown.message, extensions: { code: 'TIMEOUT' } }] }
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', give)
    }
  }
}

/** What HTTP would carry of a value: the same for everybody who asks, however they do. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

/** The same of data, which are JSON already: large answers are copied without their texts. */
function copied(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(copied)
  // A name like `__proto__` is a member as any other.
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copied(member)]))
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const give = () => reject(signal.reason as Error)
    if (signal.aborted) give()
    else signal.addEventListener('abort', give, { once: true })
  })
}
