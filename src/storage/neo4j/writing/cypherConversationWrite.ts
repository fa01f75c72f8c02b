import { addMoves } from '../rollups/cypher.ts'
import { createKey } from './cypherKeys.ts'
import { LOCKED, OUTCOME, REFUSED } from './cypherShort.ts'

/**
 * The commonest write that stores no turn, by itself: one conversation that is there, its ledger and its runs. It does what
 * WRITE and WRITE_THINGS do with the same rows, in one round trip. What does not go this way (`unusual`) wrote nothing and
 * is sent again as they take it. A run changes with its conversation, so that one's lock is its own.
 */
const DECIDE = `${LOCKED}
  WITH r, k, c, coalesce(c.seq, 0) AS seq,
       CASE ${REFUSED}
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
    FOREACH (x IN r.keys |${createKey})
    SET c += r.conversation, c.seq = seq + size(r.events)
  )${addMoves(`outcome = 'written'`)}`

/** Answers, for each row, what became of it, as WRITE does. */
export const CONVERSATION_WRITE = `UNWIND $q.rows AS r
CALL (r) {${DECIDE}${APPLY}${OUTCOME}
}
RETURN r.index AS index, outcome AS kind, r.conversationId AS id, [seq] AS seqs, null AS stored, record`
