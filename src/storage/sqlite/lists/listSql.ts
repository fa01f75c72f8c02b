import type { ListName } from '../../graphStore.ts'
import { listSql, type ListSql } from './listStatement.ts'
import { packedOf } from '../reading/jsonRow.ts'
import { conversation, event, forkPoint, message, observation, segment } from '../reading/readSql.ts'
import { recordLists } from '../schema.ts'
import { restatesText } from '../conversationTables.ts'
import { idValue, instantValue } from '../connection/values.ts'

const observations = (index: string, where: string) => ({
  columns: observation,
  from: `FROM observations INDEXED BY ${index} WHERE tenant = ?1 AND ${where}`,
  id: 'id',
  idOf: idValue,
  sortOf: instantValue,
})
/** The lines of an owner that has two. */
const line = {
  first: 'substr(?2, 1, instr(?2, char(10)) - 1)',
  second: 'substr(?2, instr(?2, char(10)) + 1)',
}
const conversations = (index: string, owner: string, only = 'AND deleted = 0') => ({
  columns: conversation,
  from: `FROM conversations INDEXED BY ${index} WHERE tenant = ?1 AND ${owner} = ?2 ${only}`,
  sort: 'created_at',
  sortOf: instantValue,
  id: 'id',
})
/** Most forks are looked at once: they have neither. */
const used = `(
  EXISTS (SELECT 1 FROM segments s WHERE s.tenant = ?1 AND s.conversation_id = conversations.id) OR
  EXISTS (SELECT 1 FROM conversations f WHERE f.tenant = ?1 AND f.forked_from = conversations.id))`
const ofConversation = `WHERE tenant = ?1 AND conversation_id = ${idValue('?2')}`
const events = {
  columns: event,
  from: `FROM events ${ofConversation}`,
  sort: 'seq',
  id: 'id',
  idOf: idValue,
  newestFirst: true,
  noTies: true,
}
/** Events that are few among many: by the key of the table all of the ledger would be scanned for a page of them. */
const fewEvents = (index: string, which: string) => ({
  ...events,
  from: `FROM events INDEXED BY ${index} ${ofConversation} AND ${which}`,
})

/** The statements of lists of records. */
const sqlOf = <N extends ListName>(records: Readonly<Record<N, { readonly sql: ListSql }>>) =>
  Object.fromEntries(Object.entries<{ sql: ListSql }>(records).map(([list, { sql }]) => [list, sql])) as Record<
    N,
    ListSql
  >

export const lists: Readonly<Record<ListName, ListSql>> = {
  messagesOfConversation: listSql({
    columns: message,
    from: 'FROM messages WHERE tenant = ?1 AND conversation_id = ?2',
    sort: 'created_at',
    sortOf: instantValue,
    id: 'id',
    newestFirst: false,
  }),
  observationsOfConversation: listSql({
    ...observations('observations_by_conversation', 'conversation_id = ?2'),
    sort: 'ingested_at',
    newestFirst: true,
  }),
  observationsOfMessage: listSql({
    ...observations('observations_by_message', 'message_id = ?2'),
    sort: 'observed_at',
    newestFirst: true,
  }),
  messageCorrections: listSql({
    ...observations('observations_of_corrections', 'message_id = ?2 AND depth IS NULL'),
    sort: 'observed_at',
    newestFirst: true,
  }),
  children: listSql({
    ...observations('observations_by_parent', `parent_id = ${idValue('?2')}`),
    sort: 'ingested_at',
    newestFirst: false,
  }),
  childrenHere: listSql({
    ...observations(
      'observations_by_parent',
      `parent_id = ${idValue(line.first)} AND conversation_id = ${line.second}`,
    ),
    sort: 'ingested_at',
    newestFirst: false,
  }),
  copiesOf: listSql({
    ...observations('observations_copies', `copy_of = ${idValue('?2')}`),
    sort: 'ingested_at',
    newestFirst: false,
  }),
  restatementsOf: listSql({
    ...observations('observations_restatements', `kind = 'RESTATEMENT' AND ${restatesText} = ?2`),
    sort: 'ingested_at',
    newestFirst: false,
  }),
  roots: listSql({
    ...observations('observations_roots', 'conversation_id = ?2 AND depth = 0'),
    sort: 'ingested_at',
    newestFirst: false,
  }),
  tips: listSql({
    columns: packedOf('o', 'observation'),
    // CROSS JOIN: the segments in the order of their index, one observation for each.
    from: `FROM segments s CROSS JOIN observations o ON o.tenant = s.tenant AND o.id = s.tip_id
      WHERE s.tenant = ?1 AND s.conversation_id = ?2`,
    sort: 's.tip_at',
    id: 's.tip_id',
    idOf: idValue,
    sortOf: instantValue,
    newestFirst: true,
  }),
  segmentsOfConversation: listSql({
    columns: segment,
    from: 'FROM segments INDEXED BY segments_by_tip WHERE tenant = ?1 AND conversation_id = ?2',
    sort: 'tip_at',
    id: 'tip_id',
    idOf: idValue,
    sortOf: instantValue,
    newestFirst: true,
  }),
  forks: listSql({ ...conversations('conversations_by_source', 'forked_from'), newestFirst: true }),
  everyFork: listSql({ ...conversations('conversations_by_source', 'forked_from', ''), newestFirst: true }),
  forkPoints: listSql({
    ...{ ...conversations('conversations_by_source', 'forked_from', ''), columns: forkPoint },
    newestFirst: true,
  }),
  usedForks: listSql({ ...conversations('conversations_by_source', 'forked_from', `AND ${used}`), newestFirst: true }),
  sidechains: listSql({ ...conversations('conversations_by_caller', 'sidechain_of'), newestFirst: false }),
  events: listSql(events),
  ledger: listSql({ ...events, newestFirst: false }),
  ledgerButForks: listSql({
    ...events,
    from: `${events.from} AND (kind <> 'FORK' OR moves_head = 1)`,
    newestFirst: false,
  }),
  headMoves: listSql(fewEvents('events_head_moves', 'moves_head = 1')),
  checkpoints: listSql(fewEvents('events_checkpoints', `kind = 'CHECKPOINT'`)),
  eventsOfKind: listSql({
    columns: event,
    from: 'FROM events INDEXED BY events_by_kind WHERE tenant = ?1 AND kind = ?2',
    sort: 'at',
    sortOf: instantValue,
    id: 'id',
    idOf: idValue,
    newestFirst: true,
  }),
  ...sqlOf(recordLists),
}
