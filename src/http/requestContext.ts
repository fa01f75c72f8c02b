import { createBudget, worth, type Budget } from '../app/read/budget.ts'
import type { Context } from '../graphql/context.ts'
import { TimedOut } from '../graphql/interruptions.ts'
import type { ServerLimits, ServerParts } from './parts.ts'

/** Returns what the resolvers of one request work with; its reads end with the signal, its writes do not. */
export function contextOf(
  { scope, watches, probing, limits }: Pick<ServerParts, 'scope' | 'watches' | 'probing' | 'limits'>,
  signal: AbortSignal,
): Context {
  const budget = budgetOf(limits)
  const newAct = () => {
    // Those of one request follow each other: none begins once the time is over.
    budget.spend(worth.mutation)
    return scope()
  }
  return { scope: scope(signal, budget), newAct, watches, probing }
}

/** Rows hold more than what of them is shown. */
const readPerAnswer = 2

/** Returns the budget of a request that begins now. */
export function budgetOf({ queryFields, answerBytes, requestMs }: ServerLimits): Budget {
  const allowance = { work: queryFields, characters: readPerAnswer * answerBytes, milliseconds: requestMs }
  return createBudget(allowance, () => new TimedOut(requestMs))
}
