import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from './connection.ts'
import { CONVERSATION_WRITE } from '../writing/cypherConversationWrite.ts'
import { FORK } from '../writing/cypherFork.ts'
import { APPEND } from '../writing/cypherAppend.ts'
import { CONVERSATIONS, FRONTIERS, MESSAGES, OBSERVATIONS, RANGES, SEGMENTS } from '../reading/cypherRead.ts'
import { GROUNDS, RANGE_BUNDLES, TAILS } from '../bundles/cypher.ts'
import { CHECK_RECORDS, WRITE_EDGES, WRITE_NODES } from '../writing/cypherRecordWrite.ts'
import { WRITE } from '../writing/cypherWrite.ts'

/**
 * A start waits no longer than this. It takes three seconds with a database that has just started itself, and a tenth of
 * one with any other; a machine that is overloaded plans on meanwhile.
 */
const PATIENCE = 30_000

/**
 * Has the statements of the hot paths planned: the first plan of one takes up to a second, which would be the first
 * caller's. With nothing asked, they read and write nothing.
 */
export async function warm(connection: Connection): Promise<void> {
  const byId = [CONVERSATIONS, FRONTIERS, MESSAGES, OBSERVATIONS, SEGMENTS, GROUNDS]
  const planned = Promise.all([
    ...[APPEND, CONVERSATION_WRITE, FORK, WRITE, CHECK_RECORDS, WRITE_NODES, WRITE_EDGES].map((statement) =>
      connection.write(statement, { rows: [] }, 60_000),
    ),
    ...byId.map((statement) => connection.read(statement, { tenant: '', ids: [] })),
    ...[...Object.values(RANGES), ...Object.values(RANGE_BUNDLES)].map((statement) =>
      connection.read(statement, { tenant: '', ranges: [] }),
    ),
    ...Object.values(TAILS).map((statement) => connection.read(statement, { tenant: '', tails: [] })),
  ])
  // A statement that cannot be planned fails where it is used, with its own reason.
  const settled = planned.then(
    () => undefined,
    () => undefined,
  )
  await Promise.race([settled, sleep(PATIENCE, undefined, { ref: false })])
}
