/** The statements that read by identity or by range. Each answers rows of (index of the question, what was found). */

/** What is read of an observation, in the order of rows.ts `observationFrom`. */
export const OBSERVATION = `[o.id, o.kind, o.conversationId, o.messageId, o.externalId, o.role, o.observedAt, o.ingestedAt,
  o.copyOf, o.parentId, o.segmentId, o.depth, o.turn, o.entry, o.body, o.text]`
/** What is read of a conversation and of a message: what never changes, and the rest as one text, as of a segment. */
export const CONVERSATION = '[c.id, c.createdAt, c.forkedFrom, c.body]'
export const MESSAGE = '[m.id, m.conversationId, m.createdAt, m.turnId, m.role, m.body]'
/** What is read of an idempotency key, in the order of `keyFrom`. */
export const KEY = '[k.key, k.operation, k.inputHash, k.result, k.storedAt]'
/** What is read of a segment: what never changes, and its tip as one text, which cannot be seen half written. */
export const SEGMENT = `[s.id, s.conversationId, s.body, s.tip]`
/** What the line of a fork says stands in the fork itself: in the line's own conversation, or in the one that it made. */
export const FORK_OF_EVENT = `OPTIONAL MATCH (c:Conversation {
    tenant: $q.tenant, id: CASE WHEN e.body IS NULL THEN coalesce(e.forkId, e.conversationId) END})
  USING INDEX SEEK c:Conversation(tenant, id)`
export const EVENT = `[e.id, e.conversationId, e.kind, e.at, e.seq, e.body, e.by,
  CASE WHEN c IS NULL THEN null ELSE ${CONVERSATION} END]`

/** Every look-up names its index: on a store that is still small, the planner would rather read all of a label. */
export const byKey = (
  node: string,
  key: string,
  projection: string,
  and = '',
): string => `UNWIND range(0, size($q.ids) - 1) AS i
MATCH (${node} {tenant: $q.tenant, ${key}: $q.ids[i]})
USING INDEX SEEK ${node}(tenant, ${key})${and}
RETURN i, ${projection} AS found`

export const CONVERSATIONS = byKey('c:Conversation', 'id', CONVERSATION)
export const MESSAGES = byKey('m:Message', 'id', MESSAGE)
export const OBSERVATIONS = byKey('o:Observation', 'id', OBSERVATION)
export const SEGMENTS = byKey('s:Segment', 'id', SEGMENT)
export const EVENTS = byKey('e:Event', 'id', EVENT, `\n${FORK_OF_EVENT}`)
export const KEYS = byKey('k:IdempotencyKey', 'key', KEY)
export const IMPORT_MARKS = byKey('n:ImportMark', 'name', '[n.name, n.value]')
export const JUNCTIONS = `UNWIND range(0, size($q.ids) - 1) AS i
MATCH (j:Junction {tenant: $q.tenant, conversationId: $q.ids[i][0], parentId: $q.ids[i][1]})
USING INDEX SEEK j:Junction(tenant, conversationId, parentId)
RETURN i, j.body AS found`

/** Without a lock a commit may be seen by halves: the head may be missing here, or the tip be older than the head. */
export const FRONTIERS = `UNWIND range(0, size($q.ids) - 1) AS i
MATCH (c:Conversation {tenant: $q.tenant, id: $q.ids[i]})
USING INDEX SEEK c:Conversation(tenant, id)
OPTIONAL MATCH (o:Observation {tenant: $q.tenant, id: c.headId})
USING INDEX SEEK o:Observation(tenant, id)
OPTIONAL MATCH (s:Segment {tenant: $q.tenant, id: o.segmentId})
USING INDEX SEEK s:Segment(tenant, id)
RETURN i, ${CONVERSATION} AS conversation, CASE WHEN o IS NULL THEN null ELSE ${OBSERVATION} END AS head,
  CASE WHEN s IS NULL THEN null ELSE ${SEGMENT} END AS segment`

/** In no order. */
export const EXTERNALS = byKey('o:Observation', 'externalId', `collect(${OBSERVATION})`)

const rangesBy = (axis: 'depth' | 'turn' | 'entry'): string => `UNWIND range(0, size($q.ranges) - 1) AS i
CALL (i) {
  MATCH (o:Observation)
  USING INDEX SEEK o:Observation(tenant, segmentId, ${axis})
  WHERE o.tenant = $q.tenant AND o.segmentId = $q.ranges[i][0] AND o.${axis} >= $q.ranges[i][1] AND o.${axis} <= $q.ranges[i][2]
  WITH o ORDER BY o.tenant, o.segmentId, o.${axis}
  RETURN collect(${OBSERVATION}) AS found
}
RETURN i, found`

export const RANGES = { depth: rangesBy('depth'), turn: rangesBy('turn'), entry: rangesBy('entry') }

/** Where segments begin, and end just now: what a range that came out short is checked against. */
export const ENDS = byKey(
  's:Segment',
  'id',
  `[${SEGMENT}, CASE WHEN o IS NULL THEN null ELSE ${OBSERVATION} END]`,
  `
OPTIONAL MATCH (o:Observation {tenant: $q.tenant, id: s.tipId})
USING INDEX SEEK o:Observation(tenant, id)`,
)

/** Nearest first: the one path from a fork up to a conversation that is none. */
export const LINEAGES = `UNWIND range(0, size($q.ids) - 1) AS i
MATCH (c:Conversation {tenant: $q.tenant, id: $q.ids[i]})
USING INDEX SEEK c:Conversation(tenant, id)
MATCH path = (c)-[:FORK_OF*0..]->(first:Conversation)
WHERE NOT EXISTS { (first)-[:FORK_OF]->() }
RETURN i, [c IN tail(nodes(path)) | ${CONVERSATION}] AS found`

export const RAW_SOURCES = `MATCH (n:RawChunk)
USING INDEX SEEK n:RawChunk(tenant, conversationId, source, firstLine)
WHERE n.tenant = $q.tenant AND n.conversationId = $q.conversationId AND n.source >= '' AND n.firstLine >= 0
WITH n.source AS source, min([n.firstSeq, n.firstPlace]) AS first, max(n.firstLine + n.lineCount - 1) AS lineCount
RETURN source, lineCount ORDER BY first, source`

/** The chunk that holds the first line wanted begins at or before it. */
export const RAW_CHUNKS = `CALL () {
  MATCH (n:RawChunk)
  USING INDEX SEEK n:RawChunk(tenant, conversationId, source, firstLine)
  WHERE n.tenant = $q.tenant AND n.conversationId = $q.conversationId AND n.source = $q.source AND n.firstLine <= $q.fromLine
  WITH n ORDER BY n.tenant DESC, n.conversationId DESC, n.source DESC, n.firstLine DESC LIMIT 1
  RETURN CASE WHEN n.firstLine + n.lineCount > $q.fromLine THEN n.firstLine END AS holder
  UNION ALL
  RETURN $q.fromLine AS holder
}
WITH min(holder) AS start
MATCH (n:RawChunk)
USING INDEX SEEK n:RawChunk(tenant, conversationId, source, firstLine)
WHERE n.tenant = $q.tenant AND n.conversationId = $q.conversationId AND n.source = $q.source AND n.firstLine >= start
WITH n ORDER BY n.tenant, n.conversationId, n.source, n.firstLine LIMIT $q.limit
RETURN n.firstLine AS firstLine, n.lineCount AS lineCount, n.bytes AS bytes`

const walkOf = (node: string, projection: string, and = '', more = '', key = 'id'): string => {
  const name = node.slice(0, node.indexOf(':'))
  return `MATCH (${node})
USING INDEX SEEK ${node}(tenant, ${key})
WHERE ${name}.tenant = $q.tenant AND ${name}.${key} > $q.after${and}
WITH ${name} ORDER BY ${name}.tenant, ${name}.${key} LIMIT $q.limit${more}
RETURN ${name}.${key} AS id, ${projection} AS found ORDER BY ${name}.tenant, ${name}.${key}`
}
/** One page of all there is, by their ids. */
export const WALKS = {
  conversations: walkOf('c:Conversation', CONVERSATION, ' AND c.body IS NOT NULL'),
  observations: walkOf('o:Observation', OBSERVATION, ' AND NOT o:Fact'),
  events: walkOf('e:Event', EVENT, '', `\n${FORK_OF_EVENT}`),
  looseEvents: walkOf('e:Event', EVENT, ' AND e.conversationId IS NULL', `\n${FORK_OF_EVENT}`),
  keys: walkOf('k:IdempotencyKey', KEY, '', '', 'key'),
  importMarks: walkOf('n:ImportMark', '[n.name, n.value]', '', '', 'name'),
  entities: walkOf('n:Entity', 'n.body'),
}

/** Keys whose records name one of these. */
export const KEYS_NAMING = `UNWIND $q.names AS name
MATCH (n:KeyName {tenant: $q.tenant, name: name})
USING INDEX SEEK n:KeyName(tenant, name)
MATCH (n)-[:NAME_OF]->(k:IdempotencyKey)
WITH DISTINCT k
RETURN ${KEY} AS found`

export const READY = 'RETURN 1'
