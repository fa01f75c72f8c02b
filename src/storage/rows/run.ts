import type { Instant } from '../../domain/model.ts'
import type { Run } from '../../domain/records/run.ts'

export interface RunRow {
  readonly conversationId: string
  readonly runId: string
  readonly state: Run['state']
  readonly claimedAt: Instant
  readonly body: string
}

/** Returns the run as it lies in a store. */
export function runRow({ conversationId, runId, state, claimedAt, ...rest }: Run): RunRow {
  return { conversationId, runId, state, claimedAt, body: JSON.stringify(rest) }
}

/** Returns the run that lies in a row. */
export function runOf({ body, ...columns }: RunRow): Run {
  return { ...columns, ...(JSON.parse(body) as Omit<Run, keyof RunRow>) }
}
