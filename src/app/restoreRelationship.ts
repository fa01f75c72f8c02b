import type { Act, RelationshipResult } from './act.ts'
import type { Relate } from './inputs.ts'
import { changeEdge, noEdge, putLive, refuseCycle } from './relating.ts'

/** Brings a deleted edge back; one that is live stays as it is. Refuses one that never was, or that would close a cycle. */
export async function restoreRelationship(act: Act, input: Relate): Promise<RelationshipResult> {
  return changeEdge(act, input, {
    operation: 'restoreRelationship',
    event: 'RESTORE',
    decide: async (act, edge) => {
      if (edge.present === null) throw noEdge(edge.id, false)
      if (edge.present.deletedAt !== null) await refuseCycle(act, edge)
      return putLive(act, edge, {})
    },
  })
}
