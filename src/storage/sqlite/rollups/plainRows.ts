/** Rows whose columns were selected one by one, as sums are made of them, back to the domain's values. */
import type { Message, Observation } from '../../../domain/model.ts'
import { messageOf, observationOf, type MessageRow, type ObservationRow } from '../../rows/rows.ts'
import type { SqlRow } from '../connection/connection.ts'
import { named } from '../reading/decode.ts'

const observationNames = [
  ...['id', 'kind', 'conversationId', 'messageId', 'externalId', 'role', 'observedAt', 'ingestedAt', 'copyOf'],
  ...['contentHash', 'parentId', 'segmentId', 'depth', 'turn', 'entry', 'pathHash', 'body'],
]

/** Returns the observation of such a row. */
export function observationOfColumns(row: SqlRow): Observation {
  return observationOf(named(row, observationNames) as ObservationRow)
}

/** Returns the message of such a row. */
export function messageOfColumns(row: SqlRow): Message {
  return messageOf(named(row, ['id', 'conversationId', 'createdAt', 'body']) as MessageRow)
}
