import type { GraphStore, RelationshipList } from '../../graphStore.ts'
import { endpointKey } from '../../rows/relationship.ts'
import type { RelationshipEnd } from './readRequest.ts'
import type { Ask } from '../records/records.ts'
import { tables } from '../schema.ts'

/** Returns the reads along relationships. */
export function relationshipReads(ask: Ask): Pick<GraphStore, 'relationshipLists' | 'relationshipCounts'> {
  return {
    relationshipLists: async (tenant, requests) => {
      const items = requests.map(({ after, limit, ...list }) => ({ ...endOf(list), after, limit }))
      return (await ask('relationshipLists', tenant, items)).map((rows) => rows.map(tables.relationships.read))
    },
    relationshipCounts: (tenant, lists, limit) => ask('relationshipCounts', tenant, { lists: lists.map(endOf), limit }),
  }
}

function endOf({ thing, end, type, deleted }: RelationshipList): RelationshipEnd {
  return { owner: endpointKey(thing), end, type, deleted }
}
