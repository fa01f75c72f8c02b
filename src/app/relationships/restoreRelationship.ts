import type { Scope } from '../scope.ts'
import {
  type RelationshipResult,
  type Relate,
  changeRelationship,
  noEdge,
  putLive,
  refuseCycle,
} from './changeRelationship.ts'

/** Brings a deleted edge back; one that is live stays as it is. Refuses one that never was, or that would close a cycle. */
export async function restoreRelationship(scope: Scope, input: Relate): Promise<RelationshipResult> {
  return changeRelationship(scope, input, {
    operation: 'restoreRelationship',
    event: 'RESTORE',
    makesEnds: false,
    decide: async (scope, edge) => {
      if (edge.present === null) throw noEdge(edge.id, false)
      if (edge.present.deletedAt !== null) await refuseCycle(scope, edge)
      return putLive(scope, edge, {})
    },
  })
}
