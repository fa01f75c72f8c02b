import { int, type Value } from '../properties/rows.ts'

/** Where an observation stands among those of its conversation, as they were stored: those of one instant by depth, then by id. */
export interface StoredAt {
  readonly at: string
  readonly depth: Value
  readonly id: string
}

/** Before all of them. */
export const storedFirst: StoredAt = { at: '', depth: int(-2), id: '' }

const DEPTH = 'coalesce(o.depth, -1)'

/**
 * Returns the statement that reads the next `$q.limit` observations `o` of `$q.id` behind `$q.after`, as they were stored,
 * each with its `place`. The index gives the order by itself only where all that it holds is asked for, in a clause of its own:
 * otherwise each part would sort the whole conversation.
 */
export const nextAsStored = (only: string, lookUp: string, projection: string): string => `MATCH (o:Observation)
USING INDEX SEEK o:Observation(tenant, conversationId, ingestedAt)
WHERE o.tenant = $q.tenant AND o.conversationId = $q.id AND o.ingestedAt >= $q.after.at AND ${only}
  AND CASE WHEN o.ingestedAt > $q.after.at OR ${DEPTH} > $q.after.depth THEN true
      ELSE ${DEPTH} = $q.after.depth AND o.id > $q.after.id END
WITH o, ${DEPTH} AS depth ORDER BY o.tenant, o.conversationId, o.ingestedAt, depth, o.id LIMIT $q.limit
${lookUp}
RETURN ${projection}, {at: o.ingestedAt, depth: depth, id: o.id} AS place
ORDER BY o.tenant, o.conversationId, o.ingestedAt, depth, o.id`
