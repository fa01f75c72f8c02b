import { noRecords } from '../../domain/changes.ts'
import type { Erasure } from '../../domain/erasure/erasure.ts'
import { type Relationship } from '../../domain/records/relationship.ts'
import { factOwner } from '../../storage/graphStore.ts'
import { unkept, walkList, walkRelationships } from '../read/walkList.ts'
import type { Scope } from '../scope.ts'
import { commitRecords } from '../write/lanes/commit.ts'
import { newEvent } from '../write/draft/newEvent.ts'
import { changesOfRecords } from '../write/draft/recordDraft.ts'
import { writeRewrites, type Emptied } from './aftermath.ts'
import { emptiedFact } from './things/entities.ts'

const pageLength = 200

/** Takes the metadata out of relationships of messages, entities and attachments that were erased, and what their history says of it. */
export async function emptyRelationships(scope: Scope, erasure: Erasure, emptied: Emptied): Promise<void> {
  const messages = await scope.store.messages([...emptied.ids])
  const things = messages.flatMap((one) => (one?.erased ? [{ kind: 'MESSAGE' as const, id: one.id }] : []))
  const conversations = (erasure.plan?.conversationIds ?? []).map((id) => ({ kind: 'CONVERSATION' as const, id }))
  const entities = emptied.entityIds.map((id) => ({ kind: 'ENTITY' as const, id }))
  const attachments = emptied.attachmentIds.map((id) => ({ kind: 'ATTACHMENT' as const, id }))
  for (const thing of [...things, ...conversations, ...entities, ...attachments])
    for (const end of ['source', 'target'] as const)
      for (const deleted of [false, true])
        for await (const page of walkRelationships(
          scope.reads,
          { thing, end, type: null, deleted },
          { limit: pageLength },
        ))
          // prettier-ignore
          for (const edge of page) await emptyEdge(scope, erasure, edge)
}

async function emptyEdge(scope: Scope, erasure: Erasure, { id, factCount }: Relationship): Promise<void> {
  if (factCount > 0)
    for await (const facts of walkList(unkept(scope), 'factsOf', factOwner({ ownerKind: 'RELATIONSHIP', ownerId: id }), { limit: pageLength })) // prettier-ignore
      await writeRewrites(scope, erasure, { facts: facts.map((fact) => emptiedFact(fact, erasure.id)) }) // prettier-ignore
  await commitRecords(scope, async () => {
    const [edge] = await scope.store.relationships([id])
    if (!edge || Object.keys(edge.metadata).length === 0) return { changes: null, result: null }
    const event = newEvent(scope, 'ERASE', null, { details: { erasureId: erasure.id } })
    const relationships = [{ expected: edge.version, value: { ...edge, version: edge.version + 1, metadata: {} } }]
    return { changes: changesOfRecords(event, null, { ...noRecords, relationships }), result: null }
  })
}
