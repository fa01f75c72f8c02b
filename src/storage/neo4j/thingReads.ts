import type { GraphStore } from '../graphStore.ts'
import * as cypher from './cypherThings.ts'
import type { Each } from './batchedRead.ts'
import { numberFrom } from './rows.ts'
import { attachmentFrom, entityFrom, entityTypeFrom, factFrom, runFrom } from './thingRows.ts'

type ThingReads = Pick<GraphStore, 'entities' | 'entityTypes' | 'attachments' | 'facts' | 'runs' | 'guards'>

/** Returns the reads of what turns refer to. */
export function thingReadsOn(each: Each): ThingReads {
  return {
    entities: (tenant, ids) => each(cypher.ENTITIES, tenant, ids, entityFrom, null),
    entityTypes: (tenant, types) => each(cypher.ENTITY_TYPES, tenant, types, entityTypeFrom, null),
    attachments: (tenant, ids) => each(cypher.ATTACHMENTS, tenant, ids, attachmentFrom, null),
    facts: (tenant, ids) => each(cypher.FACTS, tenant, ids, factFrom, null),
    guards: (tenant, names) => each(cypher.GUARDS, tenant, names, numberFrom, 0),
    runs: (tenant, places) => {
      const ids = places.map(({ conversationId, runId }) => [conversationId, runId])
      return each(cypher.RUNS, tenant, ids, runFrom, null)
    },
  }
}
