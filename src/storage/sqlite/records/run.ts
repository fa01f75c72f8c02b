import type { Run } from '../../../domain/records/run.ts'
import { runOf, runRow, type RunRow } from '../../rows/run.ts'
import { columnsOf, type Table } from './table.ts'

const create = `
CREATE TABLE runs (
  tenant INTEGER NOT NULL,
  conversation_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  state TEXT NOT NULL,
  claimed_at TEXT NOT NULL,
  body TEXT NOT NULL,
  sum INTEGER,
  UNIQUE (tenant, conversation_id, run_id),
  FOREIGN KEY (tenant, conversation_id) REFERENCES conversations (tenant, id)
) STRICT;
CREATE INDEX runs_by_claim ON runs (tenant, conversation_id, claimed_at, run_id DESC);
`

const columns = columnsOf<Run, RunRow>({
  table: 'runs',
  key: ['conversationId', 'runId'],
  columns: ['state', 'claimedAt', 'body'],
  rowOf: (run) => runRow(run, 'lean'),
  valueOf: runOf,
})
const put = `${columns.insert}
  ON CONFLICT (tenant, conversation_id, run_id)
  DO UPDATE SET state = excluded.state, claimed_at = excluded.claimed_at, body = excluded.body, sum = excluded.sum`

export const runs: Table<Run, Run, Pick<Run, 'conversationId' | 'runId'>> = {
  create,
  ...columns,
  keyOf: ({ conversationId, runId }) => [conversationId, runId],
  nothing: null,
  rowOf: columns.values,
  write: (connection, tenant, row) => {
    connection.run(put, tenant, ...row)
    return null
  },
  writes: [put],
  weight: 1,
}

export const runLists = {
  runsOfConversation: columns.list({
    from: 'FROM runs WHERE tenant = ?1 AND conversation_id = ?2',
    sort: 'claimed_at',
    id: 'run_id',
  }),
}
