/** The statements that read in one round trip what is used together. */
import type { Axis } from '../../graphStore.ts'
import { CONVERSATION, MESSAGE, OBSERVATION, SEGMENT } from '../reading/cypherRead.ts'

const observation = (name: string): string => OBSERVATION.replaceAll(/\bo\./g, `${name}.`)
const message = (name: string): string => MESSAGE.replaceAll(/\bm\./g, `${name}.`)
const ifThere = (name: string, projection: string): string =>
  `CASE WHEN ${name} IS NULL THEN null ELSE ${projection} END`

/**
 * The first USER turn that a head's body names. JSON writes two of the characters that an id may have in another way: a quote and a
 * backslash stand there behind a backslash, so they become control characters, which no id has, until the id is cut out.
 */
const FIRST_USER_ID = `replace(replace(
  split(replace(replace(split(o.body, '"firstUserId":"')[-1], '\\\\\\\\', '\\u0001'), '\\\\"', '\\u0002'), '"')[0],
  '\\u0001', '\\\\'), '\\u0002', '"')`

/**
 * The first USER turn stands in the head's body only, whose last members are those of its place: what is found by that is
 * compared by its reader. The message of a turn is looked up by its id, which the edge may lack where a commit is seen by halves.
 */
export const GROUNDS = `UNWIND range(0, size($q.ids) - 1) AS i
MATCH (c:Conversation {tenant: $q.tenant, id: $q.ids[i]})
USING INDEX SEEK c:Conversation(tenant, id)
OPTIONAL MATCH (o:Observation {tenant: $q.tenant, id: c.headId})
USING INDEX SEEK o:Observation(tenant, id)
OPTIONAL MATCH (s:Segment {tenant: $q.tenant, id: o.segmentId})
USING INDEX SEEK s:Segment(tenant, id)
OPTIONAL MATCH (m:Message {tenant: $q.tenant, id: o.messageId})
USING INDEX SEEK m:Message(tenant, id)
OPTIONAL MATCH (f:Observation {tenant: $q.tenant, id: ${FIRST_USER_ID}})
USING INDEX SEEK f:Observation(tenant, id)
OPTIONAL MATCH (n:Message {tenant: $q.tenant, id: f.messageId})
USING INDEX SEEK n:Message(tenant, id)
RETURN i, ${CONVERSATION} AS conversation, ${ifThere('o', OBSERVATION)} AS head, ${ifThere('s', SEGMENT)} AS segment,
  ${ifThere('f', observation('f'))} AS first, ${ifThere('m', MESSAGE)} AS message, ${ifThere('n', message('n'))} AS firstMessage`

const nodesWithMessages = (axis: Axis, segment: string, from: string, to: string): string => `
  MATCH (o:Observation)
  USING INDEX SEEK o:Observation(tenant, segmentId, ${axis})
  WHERE o.tenant = $q.tenant AND o.segmentId = ${segment} AND o.${axis} >= ${from} AND o.${axis} <= ${to}
  WITH o ORDER BY o.tenant, o.segmentId, o.${axis}
  OPTIONAL MATCH (m:Message {tenant: $q.tenant, id: o.messageId})
  USING INDEX SEEK m:Message(tenant, id)
  RETURN collect(${OBSERVATION}) AS nodes, collect(${ifThere('m', MESSAGE)}) AS messages`

const shownBy = (axis: Axis): string => `UNWIND range(0, size($q.ranges) - 1) AS i
CALL (i) {${nodesWithMessages(axis, '$q.ranges[i][0]', '$q.ranges[i][1]', '$q.ranges[i][2]')}
}
RETURN i, nodes, messages`
export const RANGE_BUNDLES = { depth: shownBy('depth'), turn: shownBy('turn'), entry: shownBy('entry') }

const tailsBy = (axis: Axis): string => `UNWIND range(0, size($q.tails) - 1) AS i
MATCH (h:Observation {tenant: $q.tenant, id: $q.tails[i][0]})
USING INDEX SEEK h:Observation(tenant, id)
CALL (h, i) {${nodesWithMessages(axis, 'h.segmentId', `h.${axis} - $q.tails[i][1] + 1`, `h.${axis}`)}
}
RETURN i, nodes, messages`
export const TAILS = { depth: tailsBy('depth'), turn: tailsBy('turn'), entry: tailsBy('entry') }
