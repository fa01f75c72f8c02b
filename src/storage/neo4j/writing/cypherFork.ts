import { addMoves } from '../rollups/cypher.ts'
import { createKey } from './cypherKeys.ts'
import { endsAfter, OUTCOME, isTenantGone } from './cypherShort.ts'

/**
 * A fork by itself: one new conversation without turns of its own, a line in its ledger and one in its source's. It does
 * what WRITE does with the same rows, in one pass. What does not go this way (`unusual`) wrote nothing and is sent again as
 * WRITE. The source is locked before it is read; a fork of the same name that is made meanwhile is met by its unique id.
 */
const DECIDE = `
  OPTIONAL MATCH (k:IdempotencyKey {tenant: r.tenant, key: r.keyName})
  USING INDEX SEEK k:IdempotencyKey(tenant, key)
  OPTIONAL MATCH (locked:Conversation {tenant: r.tenant, id: r.sourceId})
  USING INDEX SEEK locked:Conversation(tenant, id)
  SET locked.lock = 0
  WITH r, k
  OPTIONAL MATCH (source:Conversation {tenant: r.tenant, id: r.sourceId})
  USING INDEX SEEK source:Conversation(tenant, id)
  OPTIONAL MATCH (taken:Conversation {tenant: r.tenant, id: r.conversationId})
  USING INDEX SEEK taken:Conversation(tenant, id)
  OPTIONAL MATCH (point:Observation {tenant: r.tenant, id: r.pointId})
  USING INDEX SEEK point:Observation(tenant, id)
  OPTIONAL MATCH (a:Event {tenant: r.tenant, id: r.attempt})
  USING INDEX SEEK a:Event(tenant, id)
  WITH r, k, source, point, coalesce(source.seq, 0) AS seq,
       CASE WHEN ${isTenantGone('r.tenant')} THEN 'unusual'
            WHEN a IS NOT NULL THEN 'unusual'
            WHEN k IS NOT NULL THEN 'keyUsed'
            WHEN source IS NULL OR (point IS NULL AND r.pointId IS NOT NULL) THEN 'unusual'
            WHEN taken IS NOT NULL THEN 'conversationChanged'
            WHEN ${endsAfter('r.sourceId', 'source', 'r.at')} THEN 'unusual'
            ELSE 'written' END AS outcome`

const APPLY = `
  FOREACH (_ IN CASE outcome WHEN 'written' THEN [1] ELSE [] END |
    CREATE (c:Conversation {tenant: r.tenant, id: r.conversationId})-[:FORK_OF]->(source)
    SET c += r.conversation, c.seq = r.ownEvents
    FOREACH (known IN CASE WHEN point IS NULL THEN [] ELSE [point] END | CREATE (c)-[:FORKED_FROM]->(known))
    FOREACH (x IN r.events |
      CREATE (e:Event)
      SET e = x.props, e.seq = CASE WHEN x.isOwn THEN 0 ELSE seq END + x.ordinal)
    FOREACH (x IN r.keys |${createKey})
    SET source.seq = seq + r.sourceEvents
  )${addMoves(`outcome = 'written'`)}`

/** Answers, for each row, what became of it, as WRITE does. */
export const FORK = `UNWIND $q.rows AS r
CALL (r) {${DECIDE}${APPLY}${OUTCOME}
}
RETURN r.index AS index, outcome AS kind, r.conversationId AS id,
  CASE WHEN r.isSourceFirst THEN [seq, 0] ELSE [0, seq] END AS seqs, null AS stored, record`
