import * as fc from 'fast-check'
import { secondsOfProperty } from './rounds.ts'

// All of fast-check, but that a property which is asserted has a budget.
export * from 'fast-check'

/**
 * Lets a property end once it has had its budget. The limit of fast-check itself breaks off a run that is under way, which
 * then goes on beside the next test. What has failed is shrunk to its end.
 */
function withinBudget<P extends fc.IRawProperty<unknown>>(property: P): P {
  const run = property.run.bind(property)
  const began = process.cpuUsage()
  let runs = 0
  let failed = false
  const isOver = (): boolean => {
    const { user, system } = process.cpuUsage(began)
    return runs > 1 && !failed && (user + system) / 1e6 > secondsOfProperty
  }
  property.run = (value) => {
    runs++
    if (isOver()) return new fc.PreconditionFailure(true)
    const outcome = run(value)
    const note = (failure: Awaited<typeof outcome>) => {
      failed ||= failure !== null && !fc.PreconditionFailure.isFailure(failure)
      return failure
    }
    return outcome instanceof Promise ? outcome.then(note) : note(outcome)
  }
  return property
}

/** As fast-check's, within the budget. */
export const assert = ((property: fc.IRawProperty<unknown>, parameters?: fc.Parameters<unknown>) =>
  fc.assert(withinBudget(property) as fc.IProperty<unknown>, parameters)) as typeof fc.assert
