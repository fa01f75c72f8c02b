import type { Instant } from '../../domain/model.ts'
import type { Run } from '../../domain/records/run.ts'

export interface RunRow {
  readonly conversationId: string
  readonly runId: string
  readonly state: Run['state']
  readonly claimedAt: Instant
  readonly body: string
}

/** What a body holds: a lean one has no members that are as usual or that follow from others. */
type RunBody = Partial<Omit<Run, 'end'>> & { readonly end?: LeanEnd | null }
type LeanEnd = Omit<NonNullable<Run['end']>, 'leftOut'> & Partial<Pick<NonNullable<Run['end']>, 'leftOut'>>

/** Returns the run as it lies in a store. */
export function runRow(run: Run, form: 'whole' | 'lean' = 'whole'): RunRow {
  const { conversationId, runId, state, claimedAt, ...rest } = run
  return { conversationId, runId, state, claimedAt, body: JSON.stringify(form === 'lean' ? leanBody(run) : rest) }
}

/** Members that say nothing are undefined here, and so left out of the text. */
function leanBody(run: Run): object {
  const { exclusive, claimedAtHeadId, completedAt, completionSeq, end, pending, answers, settings } = run
  return {
    exclusive: exclusive || undefined,
    claimedAtHeadId: claimedAtHeadId === usualHead(end) ? undefined : claimedAtHeadId,
    completedAt: completedAt === usualCompletion(run) ? undefined : completedAt,
    completionSeq: completionSeq ?? undefined,
    end: end === null ? undefined : { ...end, leftOut: end.leftOut ?? undefined },
    pending: pending ?? undefined,
    answers: answers.length === 0 ? undefined : answers,
    settings,
  }
}

/** A run that is recorded once it is over was never open: it is claimed where it ends, and completed when it is claimed. */
const usualHead = (end: LeanEnd | null | undefined) => end?.observationId ?? null
const usualCompletion = ({ state, claimedAt }: Pick<Run, 'state' | 'claimedAt'>) =>
  state === 'COMPLETED' ? claimedAt : null

/** Returns the run that lies in a row, whole or lean. */
export function runOf({ body, ...columns }: RunRow): Run {
  const { end, settings, ...rest } = JSON.parse(body) as RunBody
  const { exclusive = false, claimedAtHeadId = usualHead(end), completedAt = usualCompletion(columns) } = rest
  const { completionSeq = null, pending = null, answers = [] } = rest
  return {
    ...columns,
    ...{ exclusive, claimedAtHeadId, completedAt, completionSeq },
    end: end == null ? null : { observationId: end.observationId, depth: end.depth, leftOut: end.leftOut ?? null },
    ...{ pending, answers },
    ...(settings !== undefined && { settings }),
  }
}
