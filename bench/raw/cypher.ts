/** Statements that write the product's nodes and edges and ask nothing. */

export const APPEND = `
MATCH (c:Conversation {tenant: $q.tenant, id: $q.conversationId})
MATCH (p:Observation {tenant: $q.tenant, id: $q.parentId})
MATCH (s:Segment {tenant: $q.tenant, id: $q.segmentId})
CREATE (o:Observation) SET o = $q.observation
CREATE (m:Message) SET m = $q.message
CREATE (e:Event) SET e = $q.event
CREATE (o)-[:CONTINUES {first: true}]->(p)
CREATE (m)-[:PART_OF]->(c)
CREATE (o)-[:OBSERVES]->(m)
SET s += $q.segment, c += $q.conversation, c.seq = $q.seq
RETURN c.seq AS seq`

export const FORK = `
MATCH (source:Conversation {tenant: $q.tenant, id: $q.source})
MATCH (point:Observation {tenant: $q.tenant, id: $q.point})
CREATE (c:Conversation) SET c = $q.conversation
CREATE (c)-[:FORK_OF]->(source)
CREATE (c)-[:FORKED_FROM]->(point)
FOREACH (x IN $q.events | CREATE (e:Event) SET e = x)
SET source.seq = $q.sourceSeq
RETURN c.seq AS seq`

export const BATCH = `
CALL () {
  UNWIND $q.conversations AS x
  MERGE (c:Conversation {tenant: $q.tenant, id: x.id})
  SET c += x.properties
}
CALL () {
  UNWIND $q.tips AS x
  MATCH (s:Segment {tenant: $q.tenant, id: x.id})
  SET s += x
}
FOREACH (x IN $q.newSegments | CREATE (s:Segment) SET s = x)
WITH *
CALL () {
  UNWIND $q.messages AS x
  MATCH (c:Conversation {tenant: $q.tenant, id: x.conversationId})
  CREATE (m:Message) SET m = x
  CREATE (m)-[:PART_OF]->(c)
}
CALL () {
  UNWIND $q.observations AS x
  CREATE (o:Observation) SET o = x
  WITH x, o
  OPTIONAL MATCH (m:Message {tenant: $q.tenant, id: x.messageId})
  FOREACH (_ IN CASE WHEN m IS NULL THEN [] ELSE [1] END | CREATE (o)-[:OBSERVES]->(m))
  WITH x, o
  MATCH (p:Observation {tenant: $q.tenant, id: x.parentId})
  CREATE (o)-[:CONTINUES {first: true}]->(p)
}
FOREACH (x IN $q.junctions | CREATE (j:Junction) SET j = x)
FOREACH (x IN $q.rawChunks | CREATE (n:RawChunk) SET n = x)
FOREACH (x IN $q.events | CREATE (e:Event) SET e = x)
WITH *
CALL () {
  UNWIND $q.importMarks AS x
  MERGE (n:ImportMark {tenant: $q.tenant, name: x.name})
  SET n += x
}
RETURN size($q.events) AS events`

export const PAGE = `
MATCH (o:Observation)
WHERE o.tenant = $q.tenant AND o.segmentId = $q.segmentId AND o.turn >= $q.from AND o.turn <= $q.to
RETURN [o.id, o.kind, o.conversationId, o.messageId, o.externalId, o.role, o.observedAt, o.ingestedAt, o.copyOf,
  o.parentId, o.segmentId, o.depth, o.turn, o.entry, o.body] AS row
ORDER BY o.tenant, o.segmentId, o.turn`
