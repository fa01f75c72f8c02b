import { execute, type FormattedExecutionResult } from 'graphql'
import type { FormatError } from '../../graphql/answer/errors.ts'
import { refusalOf } from '../../graphql/operation.ts'
import { requestTimeout } from '../timeouts.ts'
import type { ServerLimits } from '../parts.ts'
import type { PreparedSubscription } from './prepare.ts'
import { formattedAnswer, formattedFault } from './formatted.ts'
import { createThrottle } from './throttle.ts'

/** How many answers are made at once, and how long one is kept for those who ask for it a little later. */
const madeAtOnce = 64
const keptMs = 1_000

/** What making answers takes. */
export interface EventAnswerParts {
  readonly formatError: FormatError
  readonly limits: Pick<ServerLimits, 'requestMs' | 'answerBytes'>
}

/** Makes what a subscription answers to an event; what fails inside is part of the answer. */
export type AnswerEvent = (prepared: PreparedSubscription, event: unknown) => Promise<FormattedExecutionResult>

/**
 * Returns what makes answers to events: once for all subscribers that ask the same of the same event, and so many at once
 * that the first are on their way while the others are made.
 */
export function eventAnswers(parts: EventAnswerParts): AnswerEvent {
  const throttle = createThrottle(madeAtOnce)
  const made = new WeakMap<object, Map<string, Promise<FormattedExecutionResult>>>()
  const make: AnswerEvent = async (prepared, event) => {
    const leave = await throttle.enter()
    const answer = await answerOf(parts, prepared, event)
    leave()
    return answer
  }
  return async (prepared, event) => {
    const { key } = prepared.selection
    const subject = subjectOf(event)
    const answers = made.get(subject) ?? new Map<string, Promise<FormattedExecutionResult>>()
    made.set(subject, answers)
    const known = answers.get(key)
    if (known) return known
    const answer = make(prepared, event)
    answers.set(key, answer)
    void answer.then(() => setTimeout(() => answers.delete(key), keptMs).unref())
    return answer
  }
}

/** What may bring much draws on a budget of its own, as every request does; what cannot shares its reads with others. */
async function answerOf(
  { formatError, limits }: EventAnswerParts,
  { schema, document, operationName, variableValues, selection, caller }: PreparedSubscription,
  rootValue: unknown,
): Promise<FormattedExecutionResult> {
  const controller = new AbortController()
  const contextValue = selection.isPlain ? caller.contextOfTick() : caller.contextOf(controller.signal)
  try {
    const made = Promise.resolve(execute({ schema, document, operationName, variableValues, rootValue, contextValue }))
    const answer = await requestTimeout(limits.requestMs, controller, made)
    const refusal = refusalOf(answer, false, contextValue.scope.budget, limits.answerBytes)
    return formattedAnswer(formatError, refusal ? { errors: [refusal] } : answer)
  } catch (fault) {
    return formattedFault(formatError, fault)
  }
}

/** The line of the ledger that a change is about: all subscribers get the same object. */
function subjectOf(event: unknown): object {
  const { event: line } = event as { readonly event?: object }
  return line ?? (event as object)
}
