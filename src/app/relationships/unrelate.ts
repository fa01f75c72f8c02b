import { attachmentIds } from '../../domain/records/attachment.ts'
import { currentBlocks } from '../../domain/messages/messageSnapshot.ts'
import { badInput } from '../../domain/refusals.ts'
import type { Scope } from '../scope.ts'
import { type RelationshipResult, type Relate, changeRelationship, noEdge, putDeleted } from './changeRelationship.ts'
import type { Edge } from './resolveEdges.ts'
import { messageOfEndpoint } from './endpoints.ts'

/** Deletes an edge: it leaves the lists, its history stays, and it can be restored. Refuses where no live edge is. */
export async function unrelate(scope: Scope, input: Relate): Promise<RelationshipResult> {
  return changeRelationship(scope, input, {
    operation: 'unrelate',
    event: 'UNRELATE',
    makesEnds: false,
    decide: async (scope, edge) => {
      const { present, draft, id } = edge
      if (present === null || present.deletedAt !== null) throw noEdge(id, present !== null)
      if (edge.retainedAs !== null || (await isContent(scope, edge)))
        throw badInput('This relationship is part of the message and lasts as long as the message.', { id }, ['source'])
      return putDeleted(scope, draft, present)
    },
  })
}

/** Says whether the edge is to an attachment that the message's newest turn observation or present content holds. */
async function isContent(scope: Scope, { type, source, target }: Edge): Promise<boolean> {
  const message = type === 'EMBEDS' ? await messageOfEndpoint(scope.reads, source) : null
  const latest = message && (await scope.reads.observation(message.latestId))
  return latest !== null && attachmentIds([...latest.blocks, ...currentBlocks(latest, message)]).includes(target.id)
}
