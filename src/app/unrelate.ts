import { badInput } from '../domain/refusals.ts'
import type { Act, RelationshipResult } from './act.ts'
import type { Relate } from './inputs.ts'
import { changeEdge, noEdge, putDeleted } from './relating.ts'

/** Deletes an edge: it leaves the lists, its history stays, and it can be restored. Refuses where no live edge is. */
export async function unrelate(act: Act, input: Relate): Promise<RelationshipResult> {
  return changeEdge(act, input, {
    operation: 'unrelate',
    event: 'UNRELATE',
    decide: (act, edge) => {
      const { present, draft, id } = edge
      if (present === null || present.deletedAt !== null) throw noEdge(id, present !== null)
      if (edge.kept !== null)
        throw badInput('This relationship is kept with the message and holds as long as the message is.', { id }, [
          'source',
        ])
      return Promise.resolve(putDeleted(act, draft, present))
    },
  })
}
