import { createKey } from '../writing/cypherKeys.ts'
import { isTenantGone } from '../writing/cypherShort.ts'

/**
 * The statements that put values in as they are. As in cypherWrite.ts, where something must be there a statement divides by
 * the number found, so that a broken row fails instead of being half written.
 */
const mustExist = (name: string): string => `1 / CASE WHEN ${name} IS NULL THEN 0 ELSE 1 END AS found`

/** Says whether the tenant is erased, or is being erased. It is locked before that is read: its erasure begins once this load is there. */
export const TENANT_GONE = `OPTIONAL MATCH (locked:Tenant {name: $q.tenant})
USING INDEX SEEK locked:Tenant(name)
SET locked.lock = 0
WITH count(*) AS one
RETURN ${isTenantGone('$q.tenant')} AS gone`

export const LOAD_CONVERSATIONS = `UNWIND $q.rows AS x
CREATE (c:Conversation {tenant: $q.tenant, id: x.id})
SET c += x.props, c.seq = x.seq`
/** After LOAD_CONVERSATIONS, for the source may be among them. */
export const LOAD_FORKS = `UNWIND $q.rows AS x
MATCH (c:Conversation {tenant: $q.tenant, id: x.id})
USING INDEX SEEK c:Conversation(tenant, id)
MATCH (source:Conversation {tenant: $q.tenant, id: x.source})
USING INDEX SEEK source:Conversation(tenant, id)
CREATE (c)-[:FORK_OF]->(source)`
/** After the observations. */
export const LOAD_FORK_POINTS = `UNWIND $q.rows AS x
MATCH (c:Conversation {tenant: $q.tenant, id: x.id})
USING INDEX SEEK c:Conversation(tenant, id)
MATCH (point:Observation {tenant: $q.tenant, id: x.point})
USING INDEX SEEK point:Observation(tenant, id)
CREATE (c)-[:FORKED_FROM]->(point)`

export const LOAD_MESSAGES = `UNWIND $q.rows AS x
OPTIONAL MATCH (c:Conversation {tenant: $q.tenant, id: x.conversationId})
USING INDEX SEEK c:Conversation(tenant, id)
WITH x, c, ${mustExist('c')}
FOREACH (_ IN range(1, found) |
  CREATE (m:Message)-[:PART_OF]->(c)
  SET m = x)`
/** After the relationships: where one says it already, its edge is the one. */
export const LOAD_SUPERSEDING = `UNWIND $q.rows AS x
MATCH (m:Message {tenant: $q.tenant, id: x.id})
USING INDEX SEEK m:Message(tenant, id)
MATCH (old:Message {tenant: $q.tenant, id: x.supersedes})
USING INDEX SEEK old:Message(tenant, id)
WITH m, old WHERE NOT EXISTS { MATCH (m)-[:SUPERSEDES]->(known) WHERE known.id = old.id }
CREATE (m)-[:SUPERSEDES]->(old)`

export const LOAD_SEGMENTS = `UNWIND $q.rows AS x
MERGE (s:Segment {tenant: $q.tenant, id: x.id})
SET s += x`

/** A message says what its newest observation says, unless it was deleted or corrected: then its text is there already. */
const saysNow = `m.body STARTS WITH '["' + x.id + '"' AND NOT m.deleted AND m.text IS NULL`

/** First the nodes, for a parent may be among them. */
export const LOAD_OBSERVATIONS = `UNWIND $q.rows AS x
CREATE (o:Observation)
SET o = x`
export const LOAD_PATHS = `UNWIND $q.rows AS x
MATCH (o:Observation {tenant: $q.tenant, id: x.id})
USING INDEX SEEK o:Observation(tenant, id)
OPTIONAL MATCH (m:Message {tenant: $q.tenant, id: x.messageId})
USING INDEX SEEK m:Message(tenant, id)
FOREACH (_ IN CASE WHEN m IS NULL THEN [] ELSE [1] END | CREATE (o)-[:OBSERVES]->(m))
FOREACH (_ IN CASE WHEN ${saysNow} THEN [1] ELSE [] END | SET m.text = coalesce(o.text, ''), m.name = o.name)
WITH o, x WHERE x.parentId IS NOT NULL
OPTIONAL MATCH (p:Observation {tenant: $q.tenant, id: x.parentId})
USING INDEX SEEK p:Observation(tenant, id)
WITH o, p, ${mustExist('p')}
FOREACH (_ IN range(1, found) | CREATE (o)-[:CONTINUES {first: true}]->(p))`
/** After all observations. */
export const LOAD_OTHER_PARENTS = `UNWIND $q.rows AS x
MATCH (o:Observation {tenant: $q.tenant, id: x.id})
USING INDEX SEEK o:Observation(tenant, id)
OPTIONAL MATCH (p:Observation {tenant: $q.tenant, id: x.parentId})
USING INDEX SEEK p:Observation(tenant, id)
WITH o, p, ${mustExist('p')}
FOREACH (_ IN range(1, found) | CREATE (o)-[:CONTINUES {first: false}]->(p))`

const loadNodes = (label: string): string => `UNWIND $q.rows AS x
CREATE (n:${label})
SET n = x`
export const LOAD_JUNCTIONS = loadNodes('Junction')
export const LOAD_EVENTS = loadNodes('Event')
export const LOAD_CHUNKS = loadNodes('RawChunk')
export const LOAD_MARKS = loadNodes('ImportMark')
export const LOAD_KEYS = `UNWIND $q.rows AS x
FOREACH (_ IN [1] |${createKey})`
