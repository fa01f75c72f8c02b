import { attachmentIds } from '../domain/attachments.ts'
import { currentBlocks } from '../domain/messageSnapshot.ts'
import { badInput } from '../domain/refusals.ts'
import type { Act, RelationshipResult } from './act.ts'
import type { Edge } from './findEdges.ts'
import type { Relate } from './inputs.ts'
import { changeEdge, noEdge, putDeleted } from './relating.ts'
import { messageOfThing } from './things.ts'

/** Deletes an edge: it leaves the lists, its history stays, and it can be restored. Refuses where no live edge is. */
export async function unrelate(act: Act, input: Relate): Promise<RelationshipResult> {
  return changeEdge(act, input, {
    operation: 'unrelate',
    event: 'UNRELATE',
    decide: async (act, edge) => {
      const { present, draft, id } = edge
      if (present === null || present.deletedAt !== null) throw noEdge(id, present !== null)
      if (edge.kept !== null || (await isContent(act, edge)))
        throw badInput('This relationship is kept with the message and holds as long as the message is.', { id }, [
          'source',
        ])
      return putDeleted(act, draft, present)
    },
  })
}

/** Says whether the edge tells of an attachment that the message's newest turn observation or present content holds. */
async function isContent(act: Act, { type, source, target }: Edge): Promise<boolean> {
  const message = type === 'EMBEDS' ? await messageOfThing(act.reads, source) : null
  const latest = message && (await act.reads.observation(message.latestId))
  return latest !== null && attachmentIds([...latest.blocks, ...currentBlocks(latest, message)]).includes(target.id)
}
