import type { Run } from '../../../domain/records/run.ts'
import { runOf, runRow, type RunRow } from '../../rows/run.ts'
import { timeText } from '../reading/compactText.ts'
import type { ListShape } from '../lists/listShape.ts'
import { inOneText, intOrNull, outOfOneText, type Properties } from '../properties/rows.ts'
import { allOf, index, unique, type Label } from './label.ts'

/** One changes with its conversation, which is looked at: nothing refuses it by itself. */
export const runs: Label<Run, Run, Pick<Run, 'conversationId' | 'runId'>> = {
  label: 'Run',
  schema: [
    unique('run_id', 'Run', ['tenant', 'conversationId', 'runId']),
    index('run_claim', 'Run', ['tenant', 'conversationId', 'claimedAt']),
  ],
  dump: [allOf('n:Run', 'n.body')],
  byKey: `UNWIND range(0, size($q.ids) - 1) AS i
MATCH (n:Run {tenant: $q.tenant, conversationId: $q.ids[i][0], runId: $q.ids[i][1]})
USING INDEX SEEK n:Run(tenant, conversationId, runId)
RETURN i, n.body AS found`,
  keyOf: ({ conversationId, runId }) => [conversationId, runId],
  from,
  nothing: null,
  rows: (tenant, changes) => ({ runs: changes.map((run) => runProperties(tenant, run)) }),
  names: ({ conversationId, runId }) => [conversationId, runId],
  check: null,
  writes: [
    `
    UNWIND r.runs AS x
    OPTIONAL MATCH (c:Conversation {tenant: r.tenant, id: x.conversationId})
    USING INDEX SEEK c:Conversation(tenant, id)
    OPTIONAL MATCH (known:Run {tenant: r.tenant, conversationId: x.conversationId, runId: x.runId})
    USING INDEX SEEK known:Run(tenant, conversationId, runId)
    WITH x, c, known, 1 / CASE WHEN c IS NULL THEN 0 ELSE 1 END AS found
    FOREACH (_ IN CASE WHEN known IS NULL THEN range(1, found) ELSE [] END |
      CREATE (n:Run)-[:RUN_OF]->(c)
      SET n += x)
    FOREACH (n IN CASE WHEN known IS NULL THEN [] ELSE [known] END | SET n += x)`,
  ],
  weight: 0,
}

/** Returns the properties of a run. */
export function runProperties(tenant: string, run: Run): Properties {
  const { conversationId, runId, state, claimedAt, body: rest } = runRow(run)
  const { exclusive, completedAt, completionSeq } = run
  return {
    ...{ tenant, conversationId, runId, state, exclusive, claimedAt: timeText(claimedAt) },
    ...{ completedAt: completedAt && timeText(completedAt), completionSeq: intOrNull(completionSeq) },
    body: inOneText([conversationId, runId, state, claimedAt], rest),
  }
}

function from(body: unknown): Run {
  const [[conversationId, runId, state, claimedAt], rest] = outOfOneText(body)
  return runOf({ ...({ conversationId, runId, state, claimedAt } as RunRow), body: rest })
}

const shape: ListShape = {
  node: 'n:Run',
  owner: 'n.conversationId',
  time: 'n.claimedAt',
  order: 'newestFirst',
  id: 'n.runId',
  projection: 'n.body',
}
export const runLists = { runsOfConversation: { shape, from } }
