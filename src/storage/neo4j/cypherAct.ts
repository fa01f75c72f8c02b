/**
 * The commonest write that stores no turn, by itself: one conversation that is there, its ledger and its runs. It does what
 * WRITE and WRITE_THINGS do with the same rows, in one round trip. What does not go this way (`unusual`) wrote nothing and
 * is sent again as they take it. A run changes with its conversation, so that one's lock is its own.
 */
const DECIDE = `
  OPTIONAL MATCH (k:IdempotencyKey {tenant: r.tenant, key: r.keyName})
  USING INDEX SEEK k:IdempotencyKey(tenant, key)
  OPTIONAL MATCH (locked:Conversation {tenant: r.tenant, id: r.conversationId})
  USING INDEX SEEK locked:Conversation(tenant, id)
  SET locked.lock = 0
  WITH r, k
  OPTIONAL MATCH (c:Conversation {tenant: r.tenant, id: r.conversationId})
  USING INDEX SEEK c:Conversation(tenant, id)
  OPTIONAL MATCH (a:Event {tenant: r.tenant, id: r.attempt})
  USING INDEX SEEK a:Event(tenant, id)
  WITH r, k, c, coalesce(c.seq, 0) AS seq,
       CASE WHEN a IS NOT NULL THEN 'unusual'
            WHEN k IS NOT NULL THEN 'keyUsed'
            WHEN c IS NULL OR c.version <> r.version THEN 'conversationChanged'
            ELSE 'written' END AS outcome`

const APPLY = `
  FOREACH (x IN CASE outcome WHEN 'written' THEN r.runs ELSE [] END |
    MERGE (n:Run {tenant: r.tenant, conversationId: r.conversationId, runId: x.runId})
    SET n += x
    MERGE (n)-[:RUN_OF]->(c))
  FOREACH (_ IN CASE outcome WHEN 'written' THEN [1] ELSE [] END |
    FOREACH (x IN r.events |
      CREATE (e:Event)
      SET e = x.props, e.seq = seq + x.ordinal)
    FOREACH (x IN r.keys |
      CREATE (n:IdempotencyKey)
      SET n = x)
    SET c += r.conversation, c.seq = seq + size(r.events)
  )`

/** Answers, for each row, what became of it, as WRITE does. */
export const ACT = `UNWIND $q.rows AS r
CALL (r) {${DECIDE}${APPLY}
  RETURN outcome, seq, CASE outcome WHEN 'keyUsed' THEN [k.key, k.operation, k.inputHash, k.result] END AS record
}
RETURN r.index AS index, outcome AS kind, r.conversationId AS id, [seq] AS seqs, null AS stored, record`
