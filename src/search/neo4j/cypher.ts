import { MESSAGE, OBSERVATION } from '../../storage/neo4j/reading/cypherRead.ts'
import { searchIndexName } from '../../storage/neo4j/searchIndex.ts'

/** Resolves when the index has what was committed before. */
export const AWAIT_REFRESH = 'CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()'

/**
 * What holds the words, as far as `most` goes, and of those the newest after a position. Lucene gives what it finds by a
 * score of its own, so it is put in order here.
 */
export const FIND = `CALL db.index.fulltext.queryNodes('${searchIndexName}', $q.text, {limit: $q.most}) YIELD node
WITH collect(node) AS found
CALL (found) {
  UNWIND found AS o
  WITH o
  WHERE o.tenant = $q.tenant
    AND (o.ingestedAt < $q.fromAt OR (o.ingestedAt = $q.fromAt AND o.id >= $q.fromId))
    AND (o.ingestedAt < $q.afterAt OR (o.ingestedAt = $q.afterAt AND o.id > $q.afterId))
  WITH o ORDER BY o.ingestedAt DESC, o.id LIMIT $q.limit
  OPTIONAL MATCH (m:Message {tenant: $q.tenant, id: o.messageId})
  USING INDEX SEEK m:Message(tenant, id)
  WITH o, m ORDER BY o.ingestedAt DESC, o.id
  RETURN collect([${OBSERVATION}, CASE WHEN m IS NULL THEN null ELSE ${MESSAGE} END]) AS newest
}
RETURN size(found) AS size, newest`

export const READ_MARK = `OPTIONAL MATCH (n:SearchMark {name: 'turngraph'}) RETURN n.tokens AS tokens`
/** Who writes the mark has its lock until the transaction ends. */
export const LOCK_MARK = `MERGE (n:SearchMark {name: 'turngraph'}) SET n.lock = 0`
/** That words were taken out which the index's files may hold still. */
export const MARK_LEFT = `MERGE (n:SearchMark {name: 'turngraph'}) SET n.left = true`
export const IS_LEFT = `OPTIONAL MATCH (n:SearchMark {name: 'turngraph'}) RETURN n.left AS left`
export const CLEAR_LEFT = `MATCH (n:SearchMark {name: 'turngraph'}) REMOVE n.left`
export const SET_MARK = `MERGE (n:SearchMark {name: 'turngraph'}) SET n.tokens = $q.tokens`

export const COUNT = 'MATCH (o:Observation) RETURN count(o) AS total'
export const TENANTS = 'MATCH (c:Conversation) RETURN DISTINCT c.tenant AS tenant ORDER BY tenant'
export const NEXT = `MATCH (o:Observation)
USING INDEX SEEK o:Observation(tenant, id)
WHERE o.tenant = $q.tenant AND o.id > $q.after
WITH o ORDER BY o.tenant, o.id LIMIT $q.limit
RETURN o.id AS id, CASE WHEN o:Fact THEN null ELSE ${OBSERVATION} END AS found`
export const WORDS_OF = `UNWIND $q.ids AS id
MATCH (o:Observation {tenant: $q.tenant, id: id})
USING INDEX SEEK o:Observation(tenant, id)
WHERE o.words IS NOT NULL AND NOT o:Fact
RETURN o.words AS words, ${OBSERVATION} AS found`
export const SET_WORDS = `UNWIND $q.rows AS r
MATCH (o:Observation {tenant: $q.tenant, id: r.id})
USING INDEX SEEK o:Observation(tenant, id)
SET o.words = r.words`
