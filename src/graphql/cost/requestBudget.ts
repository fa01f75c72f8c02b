import { createBudget, type Budget } from '../../app/read/budget.ts'
import { TimedOut } from '../answer/interruptions.ts'

/** What bounds one request. */
export interface RequestLimits {
  readonly requestMs: number
  /** The work of one request, in plain fields. */
  readonly queryFields: number
  readonly answerBytes: number
}

/** Rows hold more than what of them is shown. */
const readPerAnswer = 2

/** Returns the budget of a request that begins now. */
export function requestBudget({ queryFields, answerBytes, requestMs }: RequestLimits): Budget {
  const allowance = { work: queryFields, characters: readPerAnswer * answerBytes, milliseconds: requestMs }
  return createBudget(allowance, () => new TimedOut(requestMs))
}
