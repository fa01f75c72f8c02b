import type { GraphQLFormattedError } from 'graphql'
import type { Logger } from 'pino'
import type { Budget } from '../app/read/budget.ts'
import { startApollo } from './apollo.ts'
import type { Context } from './context.ts'
import { formatErrorWith } from './errors.ts'
import { TimedOut } from './interruptions.ts'
import type { CostLimits } from './plugins.ts'
import { requestBudget, type RequestLimits } from './requestBudget.ts'

/** What an operation answers, as by HTTP. */
export interface OperationAnswer {
  readonly data?: Readonly<Record<string, unknown>> | null
  readonly errors?: readonly GraphQLFormattedError[]
}

/** Answers operations in this process, with the checks, limits and errors of a server. */
export interface Operations {
  /** Aborted, it rejects with the signal's reason; what was to be written may be written all the same. */
  execute(document: string, variables: object, signal: AbortSignal | undefined): Promise<OperationAnswer>
  close(): Promise<void>
}

/** What operations in a process are made of. */
export interface OperationParts {
  readonly log: Logger
  readonly limits: CostLimits & RequestLimits
  /** What one operation works with: its reads end with the signal and draw on the budget. */
  readonly contextOf: (signal: AbortSignal, budget: Budget) => Context
}

const nothingMeasured = { startRequest: () => () => undefined }

/** Returns what answers operations, without a server. */
export async function openOperations({ log, limits, contextOf }: OperationParts): Promise<Operations> {
  const formatError = formatErrorWith(log, () => undefined)
  const { apollo } = await startApollo({ log, limits, metrics: nothingMeasured, sandbox: false }, formatError)
  return {
    async execute(query, variables, signal) {
      const given = new AbortController()
      const give = () => given.abort(signal?.reason)
      const timer = setTimeout(() => given.abort(new TimedOut(limits.requestMs)), limits.requestMs)
      if (signal?.aborted) give()
      else signal?.addEventListener('abort', give)
      try {
        const contextValue = contextOf(given.signal, requestBudget(limits))
        const request = { query, variables: plain(variables) as Record<string, unknown> }
        const answer = apollo.executeOperation(request, { contextValue })
        const { body } = await Promise.race([answer, rejectedBy(given.signal)])
        if (body.kind !== 'single') throw new Error('The answer came in parts.')
        return plain(body.singleResult) as OperationAnswer
      } catch (thrown) {
        if (!(thrown instanceof TimedOut)) throw thrown
        return { errors: [{ message: thrown.message, extensions: { code: 'TIMEOUT' } }] }
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', give)
      }
    },
    close: () => apollo.stop(),
  }
}

/** What HTTP would carry of a value: the same for everybody who asks, however they do. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const give = () => reject(signal.reason as Error)
    if (signal.aborted) give()
    else signal.addEventListener('abort', give, { once: true })
  })
}
