import { failedCalls, type CallNames } from '../../../domain/usage/counted.ts'
import type { EventKind, JsonObject, Observation, OriginKind } from '../../../domain/model.ts'
import { createFold, moveOf, type Fold } from '../../../domain/usage/rollup.ts'
import { storedCount } from '../../../domain/usage/storedCount.ts'
import type { Connection, SqlRow } from '../connection/connection.ts'
import { messageOfColumns, observationOfColumns } from './plainRows.ts'
import { idValue } from '../connection/values.ts'
import { rollupRequest } from './request.ts'
import { writeRollup } from './write.ts'

const columns = ['id', 'kind', 'conversation_id', 'message_id', 'external_id', 'role', 'observed_at', 'ingested_at']
const places = ['copy_of', 'content_hash', 'parent_id', 'segment_id', 'depth', 'turn', 'entry', 'path_hash', 'body']
const selected = [...columns, ...places].map((name) => `o.${name}`).join(', ')

const sumTables = ['usage_sums', 'tool_sums', 'move_sums', 'answers']
const nextTurns = `SELECT ${selected}, o.rowid, o.tenant, c.origin FROM observations o
  JOIN conversations c ON c.tenant = o.tenant AND c.id = o.conversation_id
  WHERE o.rowid > ?1 AND o.kind IN ('TURN', 'RESTATEMENT') AND o.tenant = ?2 ORDER BY o.rowid LIMIT 200`
const messageOfTurn = `SELECT id, conversation_id, created_at, body FROM messages WHERE tenant = ? AND id = ?`
const above = `SELECT ${selected}, o.rowid FROM observations c JOIN observations o ON o.tenant = c.tenant AND o.id = c.parent_id
  WHERE c.rowid = ?`
/** A ledger's conversation lies there as bytes where its id is a UUID, as it does not among the conversations. */
const moves = `SELECT e.tenant, e.conversation_id, e.kind, e.at, e.body, c.origin FROM conversations c
  CROSS JOIN events e ON e.tenant = c.tenant AND e.conversation_id IN (c.id, ${idValue('c.id')})
  WHERE e.kind IN ('REWIND', 'UNDO', 'STORE') AND c.tenant = ?1`

/** Recomputes the sums of all that a tenant has. */
export function buildRollups(connection: Connection, tenant: number): void {
  for (const table of sumTables) connection.run(`DELETE FROM ${table} WHERE tenant = ?1`, tenant)
  for (let rows = connection.all(nextTurns, 0, tenant); rows.length > 0;) {
    const folds = foldsByTenant()
    for (const row of rows) addTurn(connection, row, folds.of(tenantOf(row)))
    folds.write(connection)
    rows = connection.all(nextTurns, rowidOf(rows.at(-1) as SqlRow), tenant)
  }
  const folds = foldsByTenant()
  for (const row of connection.all(moves, tenant)) addMove(row, folds.of(Number(row[0])))
  folds.write(connection)
}

const rowidOf = (row: SqlRow): number => Number(row[17])
const tenantOf = (row: SqlRow): number => Number(row[18])

function foldsByTenant() {
  const folds = new Map<number, Fold>()
  return {
    of: (tenant: number): Fold => {
      const fold = folds.get(tenant) ?? createFold()
      folds.set(tenant, fold)
      return fold
    },
    write: (connection: Connection) => {
      for (const [tenant, fold] of folds) writeRollup(connection, tenant, rollupRequest(fold))
    },
  }
}

function addTurn(connection: Connection, row: SqlRow, fold: Fold): void {
  const observation = observationOfColumns(row)
  const messageRow =
    observation.messageId === null ? null : connection.get(messageOfTurn, tenantOf(row), observation.messageId)
  const names = callNames(connection, observation, rowidOf(row))
  const origin = String(row[19]) as OriginKind
  const { turn, message } = storedCount(observation, { origin }, messageRow && messageOfColumns(messageRow), names)
  if (message) fold.message(message)
  if (turn) fold.turn(turn, 1)
}

/** The tools behind the failures that a turn reports, sought upward from it as far as their calls stand. */
function callNames(connection: Connection, { blocks }: Observation, rowid: number): CallNames {
  const names = new Map<string, string>()
  const failedCallIds = new Set(failedCalls(blocks))
  for (let row = failedCallIds.size > 0 ? connection.get(above, rowid) : null; row !== null;) {
    const node = observationOfColumns(row)
    for (const block of node.blocks)
      if (block.type === 'toolCall' && failedCallIds.delete(block.callId)) names.set(block.callId, block.name)
    const open = node.place?.openCalls ?? []
    if (![...failedCallIds].some((callId) => open.some((call) => call.callId === callId))) break
    row = connection.get(above, rowidOf(row))
  }
  return names
}

function addMove([, conversationId, kind, at, body, origin]: SqlRow, fold: Fold): void {
  const [details] = JSON.parse(String(body)) as [JsonObject?]
  const event = {
    conversationId: String(conversationId),
    kind: kind as EventKind,
    at: String(at),
    details: details ?? {},
  }
  const move = moveOf(event, { origin: origin as OriginKind })
  if (move) fold.move(move)
}
