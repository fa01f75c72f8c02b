/** The statements that read what turns refer to, by identity; their lists are in cypherLists.ts. */
import { byKey } from './cypherRead.ts'

/** What is read of a fact, in the order of thingRows.ts `factFrom`. */
export const FACT = '[f.id, f.kind, f.owner, f.observedAt, f.ingestedAt, f.body]'

export const ENTITIES = byKey('n:Entity', 'id', 'n.body')
export const ENTITY_TYPES = byKey('n:EntityType', 'type', 'n.body')
export const ATTACHMENTS = byKey('n:Attachment', 'id', 'n.body')
/** By their place among observations, of which they are a kind. */
export const FACTS = byKey('f:Observation', 'id', FACT, '\nWHERE f:Fact')
export const GUARDS = byKey('n:Guard', 'name', 'n.value')
export const RUNS = `UNWIND range(0, size($q.ids) - 1) AS i
MATCH (n:Run {tenant: $q.tenant, conversationId: $q.ids[i][0], runId: $q.ids[i][1]})
USING INDEX SEEK n:Run(tenant, conversationId, runId)
RETURN i, n.body AS found`
