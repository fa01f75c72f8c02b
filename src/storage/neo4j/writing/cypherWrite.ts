/**
 * The statements by which everything is written, as named constants.
 *
 * One statement takes many rows, each one command's Changes (see writeRow.ts). A row decides for itself whether it is
 * written, so a refused one spoils none beside it, and leaves nothing behind.
 *
 * A MATCH that finds nothing writes nothing and does not complain; where something must be there, the statement divides
 * by the number found, so that a broken row fails instead of being half written.
 */

import { DRAW_EXITS } from '../descendants/cypher.ts'
import { KEY } from '../reading/cypherRead.ts'
import { createKey } from './cypherKeys.ts'
import { addSums } from '../rollups/cypher.ts'
import { messageColumns, observationColumns } from '../properties/rows.ts'
import { isTenantGone } from './cypherShort.ts'

/** The properties of a row (rowOf in rows.ts). */
const propertiesOf = (row: string, columns: readonly string[]) =>
  columns.map((name, at) => `${name}: ${row}[${at}]`).join(', ')
/** One of them. */
const observation = (name: (typeof observationColumns)[number]) => `x[${observationColumns.indexOf(name)}]`

/**
 * Takes what the row depends on: the key first, then its conversations in the order of their ids. A conversation is
 * locked by writing it, and only then read: by a match of its own, for of the node that is written the planner may read
 * properties ahead, before the lock is there. A unique key that is not there yet is locked by looking it up.
 */
const DECIDE = `
  OPTIONAL MATCH (k:IdempotencyKey {tenant: r.tenant, key: r.keyName})
  USING INDEX SEEK k:IdempotencyKey(tenant, key)
  CALL (r) {
    UNWIND r.places AS p
    OPTIONAL MATCH (locked:Conversation {tenant: r.tenant, id: p.id})
    USING INDEX SEEK locked:Conversation(tenant, id)
    SET locked.lock = 0
    WITH r, p
    OPTIONAL MATCH (c:Conversation {tenant: r.tenant, id: p.id})
    USING INDEX SEEK c:Conversation(tenant, id)
    WITH p, coalesce(c.seq, 0) AS seq,
         CASE WHEN p.rule = 'absent' AND c IS NOT NULL THEN ['conversationChanged', p.id]
              WHEN p.rule = 'version' AND (c IS NULL OR c.version <> p.version) THEN ['conversationChanged', p.id]
              WHEN p.rule = 'exists' AND c IS NULL THEN ['conversationMissing', p.id] END AS refusal,
         COLLECT {
           MATCH (last:Event {tenant: r.tenant, conversationId: p.id, seq: c.seq})
           USING INDEX SEEK last:Event(tenant, conversationId, seq)
           WHERE last.at > p.at
           RETURN ['ledgerAhead', p.id, last.at]
         }[0] AS ahead
    RETURN collect(seq) AS seqs, collect(refusal)[0] AS refusal, collect(ahead)[0] AS ahead
  }
  OPTIONAL MATCH (a:Event {tenant: r.tenant, id: r.attempt})
  USING INDEX SEEK a:Event(tenant, id)
  CALL (r) {
    UNWIND r.newMessageIds AS id
    OPTIONAL MATCH (m:Message {tenant: r.tenant, id: id})
    USING INDEX SEEK m:Message(tenant, id)
    RETURN collect(CASE WHEN m IS NOT NULL THEN id END)[0] AS taken
  }
  WITH r, k, seqs,
       CASE WHEN NOT r.isErasure AND ${isTenantGone('r.tenant')} THEN ['tenantGone', null]
            WHEN a IS NOT NULL THEN ['again', null]
            WHEN k IS NOT NULL THEN ['keyUsed', null]
            WHEN refusal IS NOT NULL THEN refusal
            WHEN taken IS NOT NULL THEN ['messageExists', taken]
            WHEN r.thing IS NOT NULL THEN r.thing
            WHEN ahead IS NOT NULL THEN ahead
            ELSE ['written', null] END AS outcome
  WITH r, k, seqs, outcome, outcome[0] = 'written' AS ok`

const WRITE_CONVERSATIONS = `
  CALL (r, seqs, ok) {
    UNWIND CASE WHEN ok THEN r.conversations ELSE [] END AS x
    MERGE (c:Conversation {tenant: r.tenant, id: x.id})
    SET c += x.props, c.seq = seqs[x.place] + x.events
  }`

const WRITE_MESSAGES = `
  CALL (r, ok) {
    UNWIND CASE WHEN ok THEN r.newMessages ELSE [] END AS x
    OPTIONAL MATCH (c:Conversation {tenant: r.tenant, id: x.conversationId})
    USING INDEX SEEK c:Conversation(tenant, id)
    WITH x, c, 1 / CASE WHEN c IS NULL THEN 0 ELSE 1 END AS found
    FOREACH (message IN CASE found WHEN 1 THEN x.messages ELSE [] END |
      CREATE (:Message {
        tenant: r.tenant, conversationId: x.conversationId, ${propertiesOf('message', messageColumns)}
      })-[:PART_OF]->(c))
  }
  CALL (r, ok) {
    UNWIND CASE WHEN ok THEN r.superseding ELSE [] END AS x
    MATCH (m:Message {tenant: r.tenant, id: x.id})
    USING INDEX SEEK m:Message(tenant, id)
    MATCH (old:Message {tenant: r.tenant, id: x.supersedes})
    USING INDEX SEEK old:Message(tenant, id)
    CREATE (m)-[:SUPERSEDES]->(old)
  }
  CALL (r, ok) {
    UNWIND CASE WHEN ok THEN r.knownMessages ELSE [] END AS x
    OPTIONAL MATCH (m:Message {tenant: r.tenant, id: x.id})
    USING INDEX SEEK m:Message(tenant, id)
    WITH x, m, 1 / CASE WHEN m IS NULL THEN 0 ELSE 1 END AS found
    SET m += x, m.lock = found
  }`

const WRITE_SEGMENTS = `
  FOREACH (x IN CASE WHEN ok THEN r.newSegments ELSE [] END |
    CREATE (s:Segment)
    SET s = x)
  WITH *
  CALL (r, ok) {
    UNWIND CASE WHEN ok THEN r.knownSegments ELSE [] END AS x
    OPTIONAL MATCH (s:Segment {tenant: r.tenant, id: x.id})
    USING INDEX SEEK s:Segment(tenant, id)
    WITH x, s, 1 / CASE WHEN s IS NULL THEN 0 ELSE 1 END AS found
    SET s += x, s.lock = found
  }${DRAW_EXITS}`

const WRITE_OBSERVATIONS = `
  CALL (r, ok) {
    UNWIND CASE WHEN ok THEN r.observations ELSE [] END AS x
    CREATE (o:Observation {tenant: r.tenant, ${propertiesOf('x', observationColumns)}})
    WITH r, x, o
    OPTIONAL MATCH (m:Message {tenant: r.tenant, id: ${observation('messageId')}})
    USING INDEX SEEK m:Message(tenant, id)
    FOREACH (_ IN CASE WHEN m IS NULL THEN [] ELSE [1] END | CREATE (o)-[:OBSERVES]->(m))
    WITH r, x, o
    WHERE ${observation('parentId')} IS NOT NULL
    OPTIONAL MATCH (p:Observation {tenant: r.tenant, id: ${observation('parentId')}})
    USING INDEX SEEK p:Observation(tenant, id)
    WITH o, p, 1 / CASE WHEN p IS NULL THEN 0 ELSE 1 END AS found
    FOREACH (_ IN range(1, found) | CREATE (o)-[:CONTINUES {first: true}]->(p))
  }
  CALL (r, ok) {
    UNWIND CASE WHEN ok THEN r.otherParents ELSE [] END AS x
    MATCH (o:Observation {tenant: r.tenant, id: x.id})
    USING INDEX SEEK o:Observation(tenant, id)
    MATCH (p:Observation {tenant: r.tenant, id: x.parentId})
    USING INDEX SEEK p:Observation(tenant, id)
    CREATE (o)-[:CONTINUES {first: false}]->(p)
  }`

/** After the observations, for the one that a message says again may be among them. */
const RECALL_TEXTS = `
  CALL (r, ok) {
    UNWIND CASE WHEN ok THEN r.recalled ELSE [] END AS x
    MATCH (m:Message {tenant: r.tenant, id: x.id})
    USING INDEX SEEK m:Message(tenant, id)
    MATCH (o:Observation {tenant: r.tenant, id: x.latestId})
    USING INDEX SEEK o:Observation(tenant, id)
    SET m.text = coalesce(o.text, ''), m.name = o.name
  }`

/** A fork's edges are drawn when it is made, and again when an import finds its point further on. */
const WRITE_FORKS = `
  CALL (r, ok) {
    UNWIND CASE WHEN ok THEN r.forks ELSE [] END AS x
    MATCH (c:Conversation {tenant: r.tenant, id: x.id})
    USING INDEX SEEK c:Conversation(tenant, id)
    WHERE NOT EXISTS { MATCH (c)-[:FORK_OF]->(known) WHERE known.id = x.source }
       OR coalesce(COLLECT { MATCH (c)-[:FORKED_FROM]->(known) RETURN known.id }[0], '') <> coalesce(x.point, '')
    CALL (c) {
      MATCH (c)-[old:FORK_OF|FORKED_FROM]->()
      DELETE old
    }
    CALL (r, x, c) {
      MATCH (source:Conversation {tenant: r.tenant, id: x.source})
      USING INDEX SEEK source:Conversation(tenant, id)
      CREATE (c)-[:FORK_OF]->(source)
    }
    CALL (r, x, c) {
      MATCH (point:Observation {tenant: r.tenant, id: x.point})
      USING INDEX SEEK point:Observation(tenant, id)
      CREATE (c)-[:FORKED_FROM]->(point)
    }
  }`

const WRITE_LEDGER = `
  FOREACH (x IN CASE WHEN ok THEN r.events ELSE [] END |
    CREATE (e:Event)
    SET e = x.props, e.seq = seqs[x.place] + x.ordinal)
  FOREACH (x IN CASE WHEN ok THEN r.keys ELSE [] END |${createKey})${addSums('ok')}
  WITH *`

const WRITE_THE_REST = `
  CALL (r, ok) {
    UNWIND CASE WHEN ok THEN r.junctions ELSE [] END AS x
    MERGE (j:Junction {tenant: r.tenant, conversationId: x.conversationId, parentId: x.parentId})
    SET j += x
  }
  CALL (r, seqs, ok) {
    UNWIND CASE WHEN ok THEN r.rawChunks ELSE [] END AS x
    MERGE (n:RawChunk {
      tenant: r.tenant, conversationId: x.props.conversationId, source: x.props.source, firstLine: x.props.firstLine
    })
    ON CREATE SET n.firstSeq = seqs[x.place], n.firstPlace = x.ordinal
    SET n += x.props
  }
  CALL (r, ok) {
    UNWIND CASE WHEN ok THEN r.importMarks ELSE [] END AS x
    MERGE (n:ImportMark {tenant: r.tenant, name: x.name})
    SET n += x
  }`

/** What was stored under the attempt before, where this row is a repetition. */
const RECALL = `
  CALL (r, outcome) {
    UNWIND CASE outcome[0] WHEN 'again' THEN r.eventIds ELSE [] END AS id
    MATCH (e:Event {tenant: r.tenant, id: id})
    USING INDEX SEEK e:Event(tenant, id)
    RETURN collect([e.id, e.seq]) AS stored
  }`

/** Answers, for each row, what became of it. */
export const WRITE = `UNWIND $q.rows AS r
CALL (r) {${DECIDE}${WRITE_CONVERSATIONS}${WRITE_MESSAGES}${WRITE_SEGMENTS}${WRITE_OBSERVATIONS}${RECALL_TEXTS}${WRITE_FORKS}${WRITE_LEDGER}${WRITE_THE_REST}${RECALL}
  RETURN outcome, seqs, stored, CASE outcome[0] WHEN 'keyUsed' THEN ${KEY} END AS record
}
RETURN r.index AS index, outcome[0] AS kind, outcome[1] AS id, outcome[2] AS what, seqs, stored, record`
