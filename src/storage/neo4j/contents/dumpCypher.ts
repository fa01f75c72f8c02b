/** What a dump reads: all of a tenant, in no order, and once more what changed meanwhile. */
import { recordKinds, type ContentKind } from '../../../domain/contents.ts'
import { relationshipTypes } from '../../../domain/records/relationship.ts'
import { CONVERSATION, EVENT, FORK_OF_EVENT, KEY, MESSAGE, OBSERVATION } from '../reading/cypherRead.ts'
import { FACT } from '../records/fact.ts'
import { allOf } from '../records/label.ts'
import { kinds } from '../schema.ts'
import { own } from '../../../runtime/own.ts'

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
  idempotencyKey: [allOf('k:IdempotencyKey', KEY)],
}

/** Where each conversation stands. */
export const MOMENTS = `MATCH (c:Conversation) WHERE c.tenant = $q.tenant AND c.body IS NOT NULL
RETURN c.id AS id, c.version AS version, coalesce(c.seq, 0) AS seq, c.deleted AS deleted`

/** Some conversations, each with the last line of its ledger. */
export const CONVERSATIONS_NOW = `UNWIND $q.ids AS id
MATCH (c:Conversation {tenant: $q.tenant, id: id}) USING INDEX SEEK c:Conversation(tenant, id)
WHERE c.body IS NOT NULL
RETURN [${CONVERSATION}, coalesce(c.seq, 0)] AS found`

const ofOnes = (node: string, projection: string, index: string, and = '', more = ''): string => {
  const name = node.slice(0, node.indexOf(':'))
  return `UNWIND $q.ids AS id
MATCH (${node}) USING INDEX SEEK ${node}(${index})
WHERE ${name}.tenant = $q.tenant AND ${name}.conversationId = id${and}${more}
RETURN ${projection} AS found`
}

/** All of some conversations. */
export const DUMP_OF = {
  message: ofOnes('m:Message', MESSAGE, 'tenant, conversationId, createdAt', " AND m.createdAt >= ''"),
  observation: ofOnes('o:Observation', OBSERVATION, 'tenant, conversationId, ingestedAt', " AND o.ingestedAt >= ''"),
  junction: ofOnes('j:Junction', 'j.body', 'tenant, conversationId, parentId', " AND j.parentId >= ''"),
  run: ofOnes('n:Run', 'n.body', 'tenant, conversationId, claimedAt', " AND n.claimedAt >= ''"),
  rawChunk: ofOnes(
    'n:RawChunk',
    CHUNK,
    'tenant, conversationId, source, firstLine',
    " AND n.source >= '' AND n.firstLine >= 0",
  ),
  stateRecord: ofOnes(
    'n:StateRecord',
    'n.body',
    'tenant, conversationId, kind, sort',
    " AND n.kind >= '' AND n.sort >= ''",
  ),
} as const satisfies { readonly [K in ContentKind]?: string }

/** The lines of some ledgers behind the one that was read last, up to the one that the conversation had. */
export const EVENTS_SINCE = `UNWIND $q.rows AS x
MATCH (e:Event) USING INDEX SEEK e:Event(tenant, conversationId, seq)
WHERE e.tenant = $q.tenant AND e.conversationId = x.id AND e.seq > x.since AND e.seq <= x.seq
${FORK_OF_EVENT}
RETURN ${EVENT} AS found`

/** What was recorded in some conversations since a time of each. */
export const OBSERVATIONS_SINCE = `UNWIND $q.rows AS x
MATCH (o:Observation) USING INDEX SEEK o:Observation(tenant, conversationId, ingestedAt)
WHERE o.tenant = $q.tenant AND o.conversationId = x.id AND o.ingestedAt >= x.at
RETURN ${OBSERVATION} AS found`

/** The edges that begin at some messages; the membership in a conversation has no id and is none of them. */
export const EDGES_OF = `UNWIND $q.ids AS id
MATCH (m:Message {tenant: $q.tenant, id: id}) USING INDEX SEEK m:Message(tenant, id)
MATCH (m)-[n:${relationshipTypes.join('|')}]->()
WHERE n.id IS NOT NULL
RETURN n.body AS found`

export const FACTS_OF = `UNWIND $q.ids AS owner
MATCH (f:Fact) USING INDEX SEEK f:Fact(tenant, owner, observedAt)
WHERE f.tenant = $q.tenant AND f.owner = owner AND f.observedAt >= ''
RETURN ${FACT} AS found`

/** The conversations that some others started. */
export const SIDECHAINS = `UNWIND $q.ids AS id
MATCH (c:Conversation) USING INDEX SEEK c:Conversation(tenant, sidechainOf, createdAt)
WHERE c.tenant = $q.tenant AND c.sidechainOf = id AND c.createdAt IS NOT NULL
RETURN c.id AS id, c.deleted AS deleted`

/** The conversations that have these names, or in which what has them was recorded. */
export const OWNERS = `UNWIND $q.ids AS id
OPTIONAL MATCH (o:Observation {tenant: $q.tenant, id: id}) USING INDEX SEEK o:Observation(tenant, id)
OPTIONAL MATCH (c:Conversation {tenant: $q.tenant, id: id}) USING INDEX SEEK c:Conversation(tenant, id)
WITH coalesce(c.id, o.conversationId) AS owner
WHERE owner IS NOT NULL
RETURN DISTINCT owner AS id`

/** What importers keep of some conversations: by these names, and by names that begin so. */
export const MARKS_OF = `CALL () {
  UNWIND $q.ids AS name
  MATCH (n:ImportMark {tenant: $q.tenant, name: name}) USING INDEX SEEK n:ImportMark(tenant, name)
  RETURN n
  UNION ALL
  UNWIND $q.prefixes AS prefix
  MATCH (n:ImportMark) USING INDEX SEEK n:ImportMark(tenant, name)
  WHERE n.tenant = $q.tenant AND n.name STARTS WITH prefix
  RETURN n
}
RETURN [n.name, n.value] AS found`

/** Lines of the ledger since an id that refer to things, or of no conversation. Ids sort by time. */
export const NEWS = `MATCH (e:Event) USING INDEX SEEK e:Event(tenant, id)
WHERE e.tenant = $q.tenant AND e.id > $q.since
  AND (e.conversationId IS NULL OR e.kind IN ['RELATE', 'UNRELATE', 'RESTORE', 'ANNOTATE', 'ERASE'])
${FORK_OF_EVENT}
RETURN ${EVENT} AS found`

/** Sources of raw lines in the order in which they were first stored. */
export const SOURCES = `MATCH (n:RawChunk) WHERE n.tenant = $q.tenant
WITH n.conversationId AS conversationId, n.source AS source, min([n.firstSeq, n.firstPlace]) AS first
RETURN conversationId, source ORDER BY conversationId, first, source`

/** The same of some conversations. */
export const SOURCES_OF = `UNWIND $q.ids AS id
MATCH (n:RawChunk) USING INDEX SEEK n:RawChunk(tenant, conversationId, source, firstLine)
WHERE n.tenant = $q.tenant AND n.conversationId = id AND n.source >= '' AND n.firstLine >= 0
WITH n.conversationId AS conversationId, n.source AS source, min([n.firstSeq, n.firstPlace]) AS first
RETURN conversationId, source ORDER BY conversationId, first, source`
