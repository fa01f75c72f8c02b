/**
 * What lies below a node, counted by the segments that leave its own at or below it, by those that leave these, and so
 * on. `?1` is the tenant, `?2` and `?3` are the node's segment and depth, `?4` is its conversation, `?5` the most that is
 * walked through.
 */
const exitSegment = "body ->> '$.exit.segmentId'"
const exitDepth = "CAST(body ->> '$.exit.depth' AS INTEGER)"

/** Bodies of segments never change, so a tip that moves costs nothing here. */
export const segmentsByExit = `CREATE INDEX segments_by_exit ON segments (tenant, ${exitSegment}, ${exitDepth})
  WHERE ${exitSegment} IS NOT NULL;`

const of = (alias: string, expression: string) => expression.replace('body', `${alias}.body`)
/** A plus takes the column's type away: compared as text, the index would be searched by its tenant alone. */
const below = `below (id, conversation_id) AS (
    SELECT id, conversation_id FROM segments INDEXED BY segments_by_exit
    WHERE tenant = ?1 AND ${exitSegment} = ?2 AND ${exitDepth} >= ?3
    UNION ALL
    SELECT s.id, s.conversation_id FROM below CROSS JOIN segments s INDEXED BY segments_by_exit
    WHERE s.tenant = ?1 AND ${of('s', exitSegment)} = +below.id
    LIMIT ?5)`

/** Segments that were walked through, and leaves: each segment ends in one, the node's own too unless the node is its tip. */
export const leavesBelow = `
  WITH RECURSIVE ${below}
  SELECT (SELECT count(*) FROM below),
    (SELECT tip_depth > ?3 FROM segments WHERE tenant = ?1 AND id = ?2) + (
      SELECT count(*) FROM below CROSS JOIN conversations c
      WHERE c.tenant = ?1 AND c.id = below.conversation_id AND (c.deleted = 0 OR c.id = ?4))`

/** Segments or forks that were walked through, and conversations whose head is below the node or is the node. */
export const transcriptsWith = `
  WITH RECURSIVE ${below},
  forks (id, head_id, deleted) AS (
    SELECT id, head_id, deleted FROM conversations WHERE tenant = ?1 AND id = ?4
    UNION ALL
    SELECT c.id, c.head_id, c.deleted FROM forks CROSS JOIN conversations c INDEXED BY conversations_by_source
    WHERE c.tenant = ?1 AND c.forked_from = forks.id
    LIMIT ?5)
  SELECT max((SELECT count(*) FROM below), (SELECT count(*) FROM forks)), (
    SELECT count(*) FROM forks CROSS JOIN observations o
    WHERE forks.deleted = 0 AND o.tenant = ?1 AND o.id = forks.head_id
      AND ((o.segment_id = ?2 AND o.depth >= ?3) OR o.segment_id IN (SELECT id FROM below)))`
