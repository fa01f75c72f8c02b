/**
 * What lies below a node, counted by the segments that leave its own at or below it, by those that leave these, and so on:
 * each has an edge to the one that it leaves, with the depth at which.
 */
import { FIRST_TIME } from '../lists/listShape.ts'

/** Draws the edge of a new segment `s` to the one that it leaves; `x` has both, and the depth. */
const exit = (projection: string): string => `CREATE (s)-[:EXITS {depth: x.depth}]->(${projection})`

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
    RETURN collect(s) AS segments
  }`

/** From so many segments on it is cheaper to read which conversations are deleted than to look at the owner of each. */
const many = 1_000

/**
 * Each segment ends in one leaf, the node's own too unless the node is its tip. Those of deleted conversations are taken off:
 * of all that are deleted, which their index has, or of owners that are looked at, where there are few or too much is deleted.
 */
const LEAVES = `UNWIND range(0, size($q.nodes) - 1) AS i
WITH i, $q.nodes[i] AS n
CALL (n) {
  ${below}
  CALL (segments) {
    UNWIND CASE WHEN size(segments) > ${many} THEN [true] ELSE [] END AS deleted
    MATCH (c:Conversation)
    USING INDEX SEEK c:Conversation(tenant, deleted, activityAt)
    WHERE c.tenant = $q.tenant AND c.deleted = deleted AND c.activityAt >= ${FIRST_TIME}
    WITH c LIMIT $q.most
    RETURN collect(c.id) AS listed
  }
  WITH n, own, segments, listed, size(segments) > ${many} AND size(listed) < $q.most AS isListed
  CALL (segments, isListed) {
    UNWIND CASE WHEN isListed THEN [] ELSE segments END AS s
    WITH collect(DISTINCT s.conversationId) AS owners
    UNWIND owners AS owner
    MATCH (c:Conversation {tenant: $q.tenant, id: owner})
    USING INDEX SEEK c:Conversation(tenant, id)
    WHERE c.deleted
    RETURN collect(c.id) AS lookedAt
  }
  WITH n, own, segments, CASE WHEN isListed THEN listed ELSE lookedAt END AS gone
  CALL (n, segments, gone) {
    CALL (n, segments, gone) {
      UNWIND CASE WHEN size(gone) = 0 THEN [] ELSE segments END AS s
      RETURN s.conversationId AS owner, 1 AS leaves, 0 AS isGone
      UNION ALL
      UNWIND gone AS owner
      WITH owner WHERE owner <> n[0]
      RETURN owner, 0 AS leaves, 1 AS isGone
    }
    WITH owner, sum(leaves) AS leaves, max(isGone) AS isGone WHERE isGone = 1
    RETURN sum(leaves) AS lost
  }
  RETURN size(segments) AS walked, size(segments) - lost + CASE WHEN own.tipDepth > n[2] THEN 1 ELSE 0 END AS found
}
RETURN i, walked, found`

/**
 * Those whose head is below the node or is the node, of the conversation and all its forks. Most heads are the tip of its
 * segment or of one below; the others are looked up. They meet the segments by a grouping: a list of these in each row would be
 * counted once a row, and thousands of forks would have no room.
 */
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
  CALL (own, segments, forks) {
    CALL (own, segments, forks) {
      UNWIND segments + [own] AS s
      RETURN s.tipId AS headId, 1 AS isTip, 0 AS heads
      UNION ALL
      UNWIND forks AS c
      WITH c WHERE NOT c.deleted
      RETURN c.headId AS headId, 0 AS isTip, 1 AS heads
    }
    WITH headId, max(isTip) AS isTip, sum(heads) AS heads WHERE heads > 0
    RETURN sum(CASE isTip WHEN 1 THEN heads ELSE 0 END) AS atTips,
      collect(CASE isTip WHEN 1 THEN null ELSE [headId, heads] END) AS elsewhere
  }
  CALL (n, segments, elsewhere) {
    CALL (n, segments, elsewhere) {
      UNWIND elsewhere AS x
      MATCH (o:Observation {tenant: $q.tenant, id: x[0]})
      USING INDEX SEEK o:Observation(tenant, id)
      WHERE o.segmentId <> n[1] OR o.depth >= n[2]
      RETURN o.segmentId AS segmentId, CASE o.segmentId WHEN n[1] THEN 1 ELSE 0 END AS isBelow, x[1] AS heads
      UNION ALL
      UNWIND CASE WHEN size(elsewhere) = 0 THEN [] ELSE segments END AS s
      RETURN s.id AS segmentId, 1 AS isBelow, 0 AS heads
    }
    WITH segmentId, max(isBelow) AS isBelow, sum(heads) AS heads WHERE isBelow = 1
    RETURN sum(heads) AS inside
  }
  RETURN CASE WHEN size(segments) > size(forks) THEN size(segments) ELSE size(forks) END AS walked, atTips + inside AS found
}
RETURN i, walked, found`

export const BELOW = { leaves: LEAVES, conversations: CONVERSATIONS } as const
