import { badInput } from '../../domain/refusals.ts'
import type { Scope } from '../scope.ts'
import { type RelationshipResult, type Relate, changeRelationship, putLive, refuseCycle } from './changeRelationship.ts'
import { checkMetadata } from '../write/checks.ts'

/**
 * Relates two things: one live edge per type, source and target. The same again changes nothing; other metadata is one
 * observation more; a deleted edge comes back (design §3).
 */
export async function relate(scope: Scope, input: Relate): Promise<RelationshipResult> {
  const metadata = checkMetadata(input.metadata)
  return changeRelationship(scope, input, {
    operation: 'relate',
    event: 'RELATE',
    makesEnds: true,
    decide: async (scope, edge) => {
      if (edge.retainedAs === 'membership' && Object.keys(metadata).length > 0)
        throw badInput('PART_OF belongs to the message itself and has no metadata.', {}, ['metadata'])
      if (edge.present?.deletedAt !== null) await refuseCycle(scope, edge)
      return putLive(scope, edge, metadata)
    },
  })
}
