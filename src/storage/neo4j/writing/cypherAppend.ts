import { addSums } from '../rollups/cypher.ts'
import { createKey } from './cypherKeys.ts'
import { LOCKED, OUTCOME, REFUSED } from './cypherShort.ts'

/**
 * The commonest write by itself: one turn stored in a conversation that is there, its segment advanced or opened. It does
 * what WRITE (cypherWrite.ts) does with the same rows, in one pass and with a plan a tenth as large. What does not go
 * this way (`unusual`) wrote nothing and is sent again as WRITE.
 */
const DECIDE = `${LOCKED}
  OPTIONAL MATCH (m:Message {tenant: r.tenant, id: r.messageId})
  USING INDEX SEEK m:Message(tenant, id)
  OPTIONAL MATCH (p:Observation {tenant: r.tenant, id: r.parentId})
  USING INDEX SEEK p:Observation(tenant, id)
  OPTIONAL MATCH (s:Segment {tenant: r.tenant, id: r.segmentId})
  USING INDEX SEEK s:Segment(tenant, id)
  OPTIONAL MATCH (left:Segment {tenant: r.tenant, id: r.exitId})
  USING INDEX SEEK left:Segment(tenant, id)
  OPTIONAL MATCH (known:Answer {tenant: r.tenant, id: r.answerId})
  USING INDEX SEEK known:Answer(tenant, id)
  WITH r, k, c, m, p, s, left, coalesce(c.seq, 0) AS seq,
       CASE ${REFUSED}
            WHEN r.isNewMessage AND m IS NOT NULL THEN 'messageExists'
            WHEN m IS NULL AND NOT r.isNewMessage THEN 'unusual'
            WHEN p IS NULL AND r.parentId IS NOT NULL THEN 'unusual'
            WHEN (s IS NULL) <> r.isNewSegment THEN 'unusual'
            WHEN left IS NULL AND r.exitId IS NOT NULL THEN 'unusual'
            WHEN known IS NOT NULL THEN 'unusual'
            ELSE 'written' END AS outcome`

const APPLY = `
  FOREACH (_ IN CASE outcome WHEN 'written' THEN [1] ELSE [] END |
    CREATE (o:Observation)
    SET o = r.observation
    FOREACH (parent IN CASE WHEN p IS NULL THEN [] ELSE [p] END | CREATE (o)-[:CONTINUES {first: true}]->(parent))
    FOREACH (_ IN CASE WHEN r.isNewMessage THEN [1] ELSE [] END |
      CREATE (n:Message)
      SET n = r.message
      CREATE (n)-[:PART_OF]->(c)
      CREATE (o)-[:OBSERVES]->(n))
    FOREACH (known IN CASE WHEN r.isNewMessage THEN [] ELSE [m] END |
      SET known += r.message
      CREATE (o)-[:OBSERVES]->(known))
    FOREACH (_ IN CASE WHEN r.isNewSegment THEN [1] ELSE [] END |
      CREATE (t:Segment)
      SET t = r.segment
      FOREACH (above IN CASE WHEN left IS NULL THEN [] ELSE [left] END | CREATE (t)-[:EXITS {depth: r.exitDepth}]->(above)))
    FOREACH (known IN CASE WHEN r.isNewSegment THEN [] ELSE [s] END |
      SET known += r.segment)
    CREATE (e:Event)
    SET e = r.event, e.seq = seq + 1
    FOREACH (x IN r.keys |${createKey})
    FOREACH (x IN r.answers |
      CREATE (n:Answer)
      SET n = x)
    SET c += r.conversation, c.seq = seq + 1
  )${addSums(`outcome = 'written'`)}`

/** Answers, for each row, what became of it, as WRITE does. */
export const APPEND = `UNWIND $q.rows AS r
CALL (r) {${DECIDE}${APPLY}${OUTCOME}
}
RETURN r.index AS index, outcome AS kind, CASE outcome WHEN 'messageExists' THEN r.messageId ELSE r.conversationId END AS id,
  [seq] AS seqs, null AS stored, record`
