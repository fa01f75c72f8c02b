/** What a dump reads of each kind: all of a tenant, in no order, or all that is of some conversations. */
import { recordKinds, type ContentKind } from '../../../domain/contents.ts'
import { CONVERSATION, EVENT, FORK_OF_EVENT, MESSAGE, OBSERVATION } from '../reading/cypherRead.ts'
import { allOf } from '../records/label.ts'
import { kinds } from '../schema.ts'
import { own } from '../../../own.ts'

const CHUNK = '[n.conversationId, n.source, n.firstLine, n.lineCount, n.bytes, n.firstSeq, n.firstPlace]'

type RecordContent = (typeof recordKinds)[keyof typeof recordKinds]
const recordDumps = Object.fromEntries(
  Object.entries(recordKinds).map(([kind, content]) => [content, own(kinds, kind)?.dump]),
) as Record<RecordContent, readonly string[]>

export const DUMP: { readonly [K in ContentKind]: readonly string[] } = {
  ...recordDumps,
  conversation: [allOf('c:Conversation', `[${CONVERSATION}, coalesce(c.seq, 0)]`, ' AND c.body IS NOT NULL')],
  message: [allOf('m:Message', MESSAGE)],
  observation: [allOf('o:Observation', OBSERVATION, ' AND NOT o:Fact')],
  junction: [allOf('j:Junction', 'j.body')],
  event: [allOf('e:Event', EVENT, '', `\n${FORK_OF_EVENT}`)],
  rawChunk: [allOf('n:RawChunk', CHUNK)],
  importMark: [allOf('n:ImportMark', '[n.name, n.value]')],
  idempotencyKey: [allOf('n:IdempotencyKey', '[n.key, n.operation, n.inputHash, n.result]')],
}

const ofOnes = (node: string, projection: string, index: string, and = '', more = ''): string => {
  const name = node.slice(0, node.indexOf(':'))
  return `UNWIND $q.ids AS id
MATCH (${node}) USING INDEX SEEK ${node}(${index})
WHERE ${name}.tenant = $q.tenant AND ${name}.conversationId = id${and}${more}
RETURN ${projection} AS found`
}

/** The kinds of which no index tells what is new: of conversations that changed, all of it is read again. */
export const DUMP_OF: { readonly [K in ContentKind]?: string } = {
  message: ofOnes('m:Message', MESSAGE, 'tenant, conversationId, createdAt', " AND m.createdAt >= ''"),
  observation: ofOnes('o:Observation', OBSERVATION, 'tenant, conversationId, ingestedAt', " AND o.ingestedAt >= ''"),
  junction: ofOnes('j:Junction', 'j.body', 'tenant, conversationId, parentId', " AND j.parentId >= ''"),
  run: ofOnes('n:Run', 'n.body', 'tenant, conversationId, claimedAt', " AND n.claimedAt >= ''"),
  event: ofOnes('e:Event', EVENT, 'tenant, conversationId, seq', ' AND e.seq >= 0', `\n${FORK_OF_EVENT}`),
  rawChunk: ofOnes(
    'n:RawChunk',
    CHUNK,
    'tenant, conversationId, source, firstLine',
    " AND n.source >= '' AND n.firstLine >= 0",
  ),
}

/** How many lines all ledgers have together: every write adds one, and none is ever taken away. From the store's counts. */
export const COUNT_EVENTS = 'MATCH (e:Event) RETURN count(e) AS events'

/** Sources of raw lines in the order in which they were first stored. */
export const SOURCES = `MATCH (n:RawChunk) WHERE n.tenant = $q.tenant
WITH n.conversationId AS conversationId, n.source AS source, min([n.firstSeq, n.firstPlace]) AS first
RETURN conversationId, source ORDER BY conversationId, first, source`
