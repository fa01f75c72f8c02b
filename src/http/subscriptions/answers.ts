import { createSourceEventStream, type ExecutionResult, type FormattedExecutionResult } from 'graphql'
import type { FormatError } from '../../graphql/answer/errors.ts'
import type { AnswerEvent } from './eventAnswers.ts'
import type { PreparedSubscription } from './prepare.ts'
import { formattedAnswer, formattedFault } from './formatted.ts'
import type { Throttle } from './throttle.ts'

/** Answers that can be ended also while nothing comes. */
export type Answers = AsyncIterableIterator<FormattedExecutionResult>

/** What answering a subscription takes. */
export interface AnswersParts {
  readonly formatError: FormatError
  readonly answerEvent: AnswerEvent
}

/**
 * Returns what the subscription answers: one answer for each event. An answer is made once there is room to send it, and
 * takes that room until the next one is asked for.
 */
export async function answersOf(
  parts: AnswersParts,
  prepared: PreparedSubscription,
  room: Throttle,
): Promise<Answers | FormattedExecutionResult> {
  try {
    const source = await createSourceEventStream({ ...prepared, contextValue: prepared.caller.contextOfTick() })
    return isStream(source) ? answered(parts, prepared, source, room) : formattedAnswer(parts.formatError, source)
  } catch (fault) {
    return formattedFault(parts.formatError, fault)
  }
}

/** Says whether there are answers to come, or one that says why not. */
export function isAnswers(answers: Answers | FormattedExecutionResult): answers is Answers {
  return Symbol.asyncIterator in answers
}

function answered(
  { formatError, answerEvent }: AnswersParts,
  prepared: PreparedSubscription,
  source: AsyncIterable<unknown>,
  room: Throttle,
): Answers {
  const events = source[Symbol.asyncIterator]()
  let leave = () => {}
  let isOver = false
  const end = async (): Promise<{ done: true; value: undefined }> => {
    isOver = true
    leave()
    await events.return?.()
    return { done: true, value: undefined }
  }
  const answers: Answers = {
    async next() {
      leave()
      try {
        const event = await events.next()
        if (event.done) return { done: true, value: undefined }
        leave = await room.enter()
        // Its client may have gone while there was none.
        if (isOver) return await end()
        return { done: false, value: await answerEvent(prepared, event.value) }
      } catch (fault) {
        await events.return?.()
        return { done: false, value: formattedFault(formatError, fault) }
      }
    },
    return: end,
    [Symbol.asyncIterator]: () => answers,
  }
  return answers
}

function isStream(source: AsyncIterable<unknown> | ExecutionResult): source is AsyncIterable<unknown> {
  return Symbol.asyncIterator in source
}
