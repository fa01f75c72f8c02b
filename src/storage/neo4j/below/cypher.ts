/**
 * What lies below a node, counted by the segments that leave its own at or below it, by those that leave these, and so on:
 * each has an edge to the one that it leaves, with the depth at which.
 */

/** Draws the edge of a new segment `s` to the one that it leaves; `x` has both, and the depth. */
const exit = (found: string): string => `CREATE (s)-[:EXITS {depth: x.depth}]->(${found})`

/** Draws the edges of a write's new segments; both ends are there by now. */
export const DRAW_EXITS = `
  CALL (r, ok) {
    UNWIND CASE WHEN ok THEN r.exits ELSE [] END AS x
    MATCH (s:Segment {tenant: r.tenant, id: x.id})
    USING INDEX SEEK s:Segment(tenant, id)
    OPTIONAL MATCH (left:Segment {tenant: r.tenant, id: x.exit})
    USING INDEX SEEK left:Segment(tenant, id)
    WITH s, x, left, 1 / CASE WHEN left IS NULL THEN 0 ELSE 1 END AS found
    FOREACH (_ IN range(1, found) | ${exit('left')})
  }`

/** The same for segments that were there before; done twice it draws nothing more. */
export const ADD_EXITS = `UNWIND $q.rows AS x
MATCH (s:Segment {tenant: $q.tenant, id: x.id})
USING INDEX SEEK s:Segment(tenant, id)
MATCH (left:Segment {tenant: $q.tenant, id: x.exit})
USING INDEX SEEK left:Segment(tenant, id)
WITH s, x, left WHERE NOT EXISTS { (s)-[:EXITS]->() }
${exit('left')}`

/** Segments that leave the node's own at or below it, and what leaves those: `most` of them, and no more is walked through. */
const below = `MATCH (own:Segment {tenant: $q.tenant, id: n[1]})
  USING INDEX SEEK own:Segment(tenant, id)
  CALL (own, n) {
    MATCH (own)<-[e:EXITS]-(first:Segment) WHERE e.depth >= n[2]
    WITH first LIMIT $q.most
    MATCH (first)<-[:EXITS*0..]-(s:Segment)
    WITH DISTINCT s LIMIT $q.most
    RETURN collect(s.id) AS ids, collect(s.conversationId) AS owners
  }`

/** Each segment ends in one leaf, the node's own too unless the node is its tip. */
const LEAVES = `UNWIND range(0, size($q.nodes) - 1) AS i
WITH i, $q.nodes[i] AS n
CALL (n) {
  ${below}
  CALL (owners, n) {
    UNWIND owners AS owner
    WITH n, owner, count(*) AS leaves
    MATCH (c:Conversation {tenant: $q.tenant, id: owner})
    USING INDEX SEEK c:Conversation(tenant, id)
    WHERE NOT c.deleted OR c.id = n[0]
    RETURN sum(leaves) AS leaves
  }
  RETURN size(ids) AS walked, leaves + CASE WHEN own.tipDepth > n[2] THEN 1 ELSE 0 END AS found
}
RETURN i, walked, found`

/** Those whose head is below the node or is the node, of the conversation and all its forks. */
const CONVERSATIONS = `UNWIND range(0, size($q.nodes) - 1) AS i
WITH i, $q.nodes[i] AS n
CALL (n) {
  ${below}
  CALL (n) {
    MATCH (first:Conversation {tenant: $q.tenant, id: n[0]})
    USING INDEX SEEK first:Conversation(tenant, id)
    MATCH (first)<-[:FORK_OF*0..]-(c:Conversation)
    WITH DISTINCT c LIMIT $q.most
    RETURN collect(c) AS forks
  }
  CALL (n, ids, forks) {
    UNWIND forks AS c
    WITH n, ids, c WHERE NOT c.deleted
    WITH n, ids, c.headId AS headId, count(*) AS heads
    MATCH (o:Observation {tenant: $q.tenant, id: headId})
    USING INDEX SEEK o:Observation(tenant, id)
    WHERE CASE WHEN o.segmentId = n[1] THEN o.depth >= n[2] ELSE o.segmentId IN ids END
    RETURN sum(heads) AS found
  }
  RETURN CASE WHEN size(ids) > size(forks) THEN size(ids) ELSE size(forks) END AS walked, found
}
RETURN i, walked, found`

export const BELOW = { leaves: LEAVES, conversations: CONVERSATIONS } as const
