import { noRecords } from '../../domain/changes.ts'
import type { Erasure } from '../../domain/erasure/erasure.ts'
import { type Relationship } from '../../domain/records/relationship.ts'
import { factOwner, type RelationshipList } from '../../storage/graphStore.ts'
import { splitBatch } from '../read/loaders.ts'
import { allOf, unkept, walkList, walkRelationships } from '../read/walkList.ts'
import type { Scope } from '../scope.ts'
import { commitRecords } from '../write/lanes/commit.ts'
import { newEvent } from '../write/draft/additions.ts'
import { changesOfRecords } from '../write/draft/recordDraft.ts'
import { writeRewrites, type Emptied } from './aftermath.ts'
import { emptiedFact } from './things/entities.ts'

const [pageLength, thingsAtOnce] = [200, 50]

/** Takes the metadata out of relationships of messages, entities and attachments that were erased, and what their history says of it. */
export async function emptyRelationships(scope: Scope, erasure: Erasure, emptied: Emptied): Promise<void> {
  const ids = [...emptied.ids]
  const things: RelationshipList['thing'][] = []
  for (let from = 0; from < ids.length; from += 1000) {
    const messages = await splitBatch(ids.slice(from, from + 1000), (some) => scope.store.messages(some))
    things.push(...messages.flatMap((one) => (one?.erased ? [{ kind: 'MESSAGE' as const, id: one.id }] : [])))
  }
  const conversations = (erasure.plan?.conversationIds ?? []).map((id) => ({ kind: 'CONVERSATION' as const, id }))
  const entities = emptied.entityIds.map((id) => ({ kind: 'ENTITY' as const, id }))
  const attachments = emptied.attachmentIds.map((id) => ({ kind: 'ATTACHMENT' as const, id }))
  const all = [...things, ...conversations, ...entities, ...attachments]
  for (let from = 0; from < all.length; from += thingsAtOnce) {
    scope.reads.clear()
    const edges = await Promise.all(all.slice(from, from + thingsAtOnce).map((thing) => edgesOf(scope, thing)))
    for (const edge of edges.flat()) await emptyEdge(scope, erasure, edge)
  }
}

/** Returns all relationships of a thing; what is asked for several things together is read together. */
async function edgesOf({ reads }: Scope, thing: RelationshipList['thing']): Promise<Relationship[]> {
  const lists = (['source', 'target'] as const).flatMap((end) =>
    [false, true].map((deleted) =>
      allOf(walkRelationships(reads, { thing, end, type: null, deleted }, { limit: pageLength })),
    ),
  )
  return (await Promise.all(lists)).flat()
}

async function emptyEdge(scope: Scope, erasure: Erasure, { id, factCount }: Relationship): Promise<void> {
  if (factCount > 0)
    for await (const facts of walkList(
      unkept(scope),
      'factsOf',
      factOwner({ ownerKind: 'RELATIONSHIP', ownerId: id }),
      { limit: pageLength },
    ))
      await writeRewrites(scope, erasure, { facts: facts.map((fact) => emptiedFact(fact, erasure.id)) })
  await commitRecords(scope, async () => {
    const [edge] = await scope.store.relationships([id])
    if (!edge || Object.keys(edge.metadata).length === 0) return { changes: null, result: null }
    const event = newEvent(scope, 'ERASE', null, { details: { erasureId: erasure.id } })
    const relationships = [{ expected: edge.version, value: emptiedEdge(edge) }]
    return { changes: changesOfRecords(event, { ...noRecords, relationships }), result: null }
  })
}

/** Returns a relationship without its metadata. */
export function emptiedEdge(edge: Relationship): Relationship {
  return { ...edge, version: edge.version + 1, metadata: {} }
}
