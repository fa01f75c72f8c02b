/** What a dump reads of each kind: all of a tenant, in no order, or all that is of some conversations. */
import type { ContentKind } from '../../../domain/contents.ts'
import { relationshipTypes } from '../../../domain/relationship.ts'
import { CONVERSATION, EVENT, FORK_OF_EVENT, MESSAGE, OBSERVATION } from '../cypherRead.ts'
import { FACT } from '../labels/fact.ts'

const all = (node: string, found: string, and = '', more = ''): string =>
  `MATCH (${node}) WHERE ${node.slice(0, node.indexOf(':'))}.tenant = $q.tenant${and}${more}
RETURN ${found} AS found`

const CHUNK = '[n.conversationId, n.source, n.firstLine, n.lineCount, n.bytes, n.firstSeq, n.firstPlace]'

/** By label, or by type where a thing is an edge. */
export const DUMP: { readonly [K in ContentKind]: readonly string[] } = {
  attachment: [all('n:Attachment', '[n.body, n.fileName]')],
  entityType: [all('n:EntityType', 'n.body')],
  conversation: [all('c:Conversation', `[${CONVERSATION}, coalesce(c.seq, 0)]`, ' AND c.body IS NOT NULL')],
  message: [all('m:Message', MESSAGE)],
  observation: [all('o:Observation', OBSERVATION, ' AND NOT o:Fact')],
  annotations: [all('n:Annotations', 'n.body')],
  junction: [all('j:Junction', 'j.body')],
  run: [all('n:Run', 'n.body')],
  event: [all('e:Event', EVENT, '', `\n${FORK_OF_EVENT}`)],
  rawChunk: [all('n:RawChunk', CHUNK)],
  entity: [all('n:Entity', 'n.body', ' AND n.body IS NOT NULL')],
  fact: [all('f:Fact', FACT)],
  relationship: relationshipTypes.map(
    (
      type,
    ) => `MATCH ()-[n:${type}]->() USING INDEX n:${type}(tenant, id) WHERE n.tenant = $q.tenant AND n.id IS NOT NULL
RETURN n.body AS found`,
  ),
  importMark: [all('n:ImportMark', '[n.name, n.value]')],
  idempotencyKey: [all('n:IdempotencyKey', '[n.key, n.operation, n.inputHash, n.result]')],
  guard: [all('n:Guard', '[n.name, n.value]')],
}

const ofOnes = (node: string, found: string, index: string, and = '', more = ''): string => {
  const name = node.slice(0, node.indexOf(':'))
  return `UNWIND $q.ids AS id
MATCH (${node}) USING INDEX SEEK ${node}(${index})
WHERE ${name}.tenant = $q.tenant AND ${name}.conversationId = id${and}${more}
RETURN ${found} AS found`
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
