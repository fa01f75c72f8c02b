import { badInput } from '../domain/refusals.ts'
import type { Act, RelationshipResult } from './act.ts'
import { checkMetadata } from './checks.ts'
import type { Relate } from './inputs.ts'
import { changeEdge, putLive, refuseCycle } from './relating.ts'

/**
 * Relates two things: one live edge per type, source and target. The same again changes nothing; other metadata is one
 * observation more; a deleted edge comes back (design §3).
 */
export async function relate(act: Act, input: Relate): Promise<RelationshipResult> {
  const metadata = checkMetadata(input.metadata)
  return changeEdge(act, input, {
    operation: 'relate',
    event: 'RELATE',
    decide: async (act, edge) => {
      if (edge.kept === 'membership' && Object.keys(metadata).length > 0)
        throw badInput('What a message is part of is kept with the message and has no metadata.', {}, ['metadata'])
      if (edge.present?.deletedAt !== null) await refuseCycle(act, edge)
      return putLive(act, edge, metadata)
    },
  })
}
