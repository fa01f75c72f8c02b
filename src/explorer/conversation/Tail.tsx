import type { JSX } from 'react'
import { useIsReadOnly } from '../data/rights.ts'
import { answerRows } from './answers/AnswerRow.tsx'
import { isUnderWay, type AnswerFacts } from './answers/answers.ts'
import { useRunner } from './answers/useRunner.ts'
import { RunNotice, type OpenRun } from './head/Place.tsx'
import type { Around } from './turns/TurnFrame.tsx'

interface Props {
  readonly around: Around
  readonly answers: readonly AnswerFacts[]
  /** The place that is read, where it is not the current end. */
  readonly at: string | null
  readonly run: OpenRun | null
}

/** Returns what stands below the last turn and is no turn yet: answers that are made, a run that is under way. */
export function Tail({ around, answers, at, run }: Props): JSX.Element {
  const isReadOnly = useIsReadOnly()
  const { conversationId, onAction } = around
  // A model that answers has a line of its own, with its own button.
  const isRun = run !== null && at === null && !answers.some(isUnderWay)
  const by = useRunner(conversationId, isRun ? run.runId : null)
  return (
    <>
      {isRun && (
        <RunNotice
          {...{ run, by }}
          onStop={isReadOnly ? null : () => void onAction({ kind: 'stopRun', conversationId, runId: run.runId })}
        />
      )}
      {answerRows(answers, around)}
    </>
  )
}
