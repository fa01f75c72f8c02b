import type { Endpoint, Relationship } from '../../../domain/records/relationship.ts'
import { factOwner, type RelationshipList } from '../../../storage/graphStore.ts'
import { attachmentIds } from '../../../domain/records/attachment.ts'
import type { Observation } from '../../../domain/model.ts'
import type { PortionOf, Contents, ContentKind } from '../../../domain/contents.ts'
import type { Scope } from '../../scope.ts'
import { pagesOf, relationshipPages } from './pages.ts'

/** Takes values of one kind. */
export type Take = <K extends ContentKind>(kind: K, values: readonly Contents[K][]) => void

/** What hangs on conversations that were gathered: their relationships, and the things at the other ends. */
export interface RecordsOfConversation {
  /** Looks at what turns, corrections and notes embed. */
  observations(observations: readonly Observation[]): void
  /** Looks at the relationships of conversations and messages. */
  of(kind: 'CONVERSATION' | 'MESSAGE', ids: readonly string[]): Promise<void>
  /** Hands over those whose ends are both there, once all conversations are known. */
  finish(conversations: ReadonlySet<string>): Promise<void>
}

const atOnce = 500

/** Returns what gathers the things of conversations. */
export function recordsOf(scope: Scope, take: Take): RecordsOfConversation {
  const attachments = new Set<string>()
  const entities = new Set<string>()
  const relationships = new Map<string, Relationship>()
  const look = async (things: readonly Endpoint[], ends: readonly RelationshipList['end'][]): Promise<void> => {
    const lists = things.flatMap((thing) =>
      ends.flatMap((end) => [false, true].map((deleted) => ({ thing, end, type: null, deleted }))),
    )
    for await (const page of relationshipPages(scope, lists)) for (const one of page) relationships.set(one.id, one)
  }
  const endsOf = (kind: Endpoint['kind']) =>
    [...relationships.values()].flatMap(({ source, target }) => [source, target].filter((end) => end.kind === kind))
  return {
    observations(observations) {
      for (const { blocks } of observations) for (const id of attachmentIds(blocks)) attachments.add(id)
    },
    of: (kind, ids) =>
      look(
        ids.map((id) => ({ kind, id })),
        ['source', 'target'],
      ),
    async finish(conversations) {
      const isHere = await messagesHere(scope, endsOf('MESSAGE'), conversations)
      const keep = ({ source, target }: Relationship) =>
        [source, target].every(({ kind, id }) =>
          kind === 'CONVERSATION' ? conversations.has(id) : kind === 'MESSAGE' ? isHere.has(id) : true,
        )
      for (const one of relationships.values()) if (!keep(one)) relationships.delete(one.id)
      for (const { id } of endsOf('ATTACHMENT')) attachments.add(id)
      await takeEntities(
        scope,
        take,
        endsOf('ENTITY').map(({ id }) => id),
        entities,
      )
      const between = new Map(relationships)
      await look(
        [...entities].map((id) => ({ kind: 'ENTITY' as const, id })),
        ['source'],
      )
      const isKnown = ({ kind, id }: Endpoint) =>
        kind === 'ENTITY' ? entities.has(id) : kind === 'ATTACHMENT' && attachments.has(id)
      const results = [...relationships.values()].filter(
        ({ id, source, target }) => between.has(id) || (isKnown(source) && isKnown(target)),
      )
      await takeRelationships(scope, take, results)
      await takeAttachments(scope, take, [...attachments])
    },
  }
}

/** Which of the messages belong to the conversations. */
async function messagesHere(
  { store }: Scope,
  ends: readonly Endpoint[],
  conversations: ReadonlySet<string>,
): Promise<Set<string>> {
  const here = new Set<string>()
  await inParts([...new Set(ends.map(({ id }) => id))], async (part) => {
    for (const message of await store.messages(part))
      if (message && conversations.has(message.conversationId)) here.add(message.id)
  })
  return here
}

/** One that was merged stands with the one that it was merged into. */
async function takeEntities(scope: Scope, take: Take, named: readonly string[], known: Set<string>): Promise<void> {
  const types = new Set<string>()
  for (let open = [...new Set(named)]; open.length > 0;) {
    const more: string[] = []
    await inParts(open, async (part) => {
      for (const id of part) known.add(id)
      const entities = (await scope.store.entities(part)).filter((entity) => entity !== null)
      take('entity', entities)
      for (const { id, type, mergedInto } of entities) {
        types.add(type)
        if (mergedInto !== null && !known.has(mergedInto)) more.push(mergedInto)
        await takeFacts(scope, take, factOwner({ ownerKind: 'ENTITY', ownerId: id }))
      }
    })
    open = [...new Set(more)]
  }
  const declared = await scope.store.entityTypes([...types])
  take(
    'entityType',
    declared.filter((type) => type !== null),
  )
}

async function takeRelationships(scope: Scope, take: Take, relationships: readonly Relationship[]): Promise<void> {
  take('relationship', relationships)
  for (const { id, factCount } of relationships)
    if (factCount > 0) await takeFacts(scope, take, factOwner({ ownerKind: 'RELATIONSHIP', ownerId: id }))
}

async function takeFacts(scope: Scope, take: Take, owner: string): Promise<void> {
  for await (const page of pagesOf(scope, 'factsOf', owner)) take('fact', page)
}

async function takeAttachments({ store }: Scope, take: Take, ids: readonly string[]): Promise<void> {
  await inParts(ids, async (part) => {
    const attachments = await store.attachments(part)
    take(
      'attachment',
      attachments.filter((one) => one !== null),
    )
  })
}

/** Does something with some at once. */
export async function inParts<T>(all: readonly T[], work: (part: readonly T[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < all.length; from += atOnce) await work(all.slice(from, from + atOnce))
}

export type Taken = PortionOf<ContentKind>
