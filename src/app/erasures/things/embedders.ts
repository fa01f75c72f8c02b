import type { Hash, Observation } from '../../../domain/model.ts'
import { attachmentIds } from '../../../domain/records/attachment.ts'
import { unkept, walkList, walkRelationships } from '../../read/walkList.ts'
import type { Scope } from '../../scope.ts'

const pageLength = 200

/** Yields the observations of messages that embed an attachment: what is erased embeds nothing. */
export async function* embeddersOf(scope: Scope, id: Hash): AsyncGenerator<Observation> {
  // An edge tells what the newest version of a message embeds, a deleted one what an older version did, which may still be read.
  for (const deleted of [false, true]) {
    const list = { thing: { kind: 'ATTACHMENT', id }, end: 'target', type: 'EMBEDS', deleted } as const
    for await (const edges of walkRelationships(scope.reads, list, { limit: pageLength }))
      for (const { source } of edges)
        for await (const page of walkList(unkept(scope), 'observationsOfMessage', source.id, { limit: pageLength }))
          yield* page.filter(({ blocks }) => attachmentIds(blocks).includes(id))
  }
}
