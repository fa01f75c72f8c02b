import type { Scope } from '../../src/app/scope.ts'
import { mergeEntities } from '../../src/app/entities/mergeEntities.ts'
import { relate } from '../../src/app/relationships/relate.ts'
import { relationshipsPage, type RelationshipsRequest } from '../../src/app/relationships/relationshipsPage.ts'
import { storeEntity } from '../../src/app/entities/storeEntity.ts'
import { storeTurn } from '../../src/app/turns/storeTurns.ts'
import type { Json } from '../../src/domain/model.ts'
import type { Relationship, RelationshipType, Endpoint } from '../../src/domain/records/relationship.ts'
import { factOwner } from '../../src/storage/graphStore.ts'

/** Stores a person's turn. */
export const say = (scope: Scope, conversationId: string, turnId: string, more: object = {}) =>
  storeTurn(scope, { conversationId, turnId, role: 'USER', blocks: [{ type: 'text', text: turnId }], ...more })

/** Stores entities of one type under these ids, which are their names as well. */
export async function topics(scope: Scope, ...ids: string[]): Promise<void> {
  for (const id of ids) await storeEntity(scope, { id, type: 'topic', name: id })
}

/** Relates two entities. */
export const tie = (scope: Scope, type: RelationshipType, source: string, target: string, metadata?: Json) =>
  relate(scope, {
    type,
    source: { entityId: source },
    target: { entityId: target },
    ...(metadata !== undefined && { metadata }),
  })

export const entity = (id: string): Endpoint => ({ kind: 'ENTITY', id })

/** Returns the ids of a thing's relationships, over pages of three. */
export async function listed(scope: Scope, thing: Endpoint, asked: RelationshipsRequest = {}): Promise<string[]> {
  const ids: string[] = []
  for (let after: string | null = null; ;) {
    const page = await relationshipsPage(scope, thing, { ...asked, first: 3, after })
    ids.push(...page.items.map(({ item }) => item.id))
    if (!page.hasNextPage) return ids
    after = page.items.at(-1)?.cursor ?? null
  }
}

/** Returns the kinds of an edge's or an entity's facts, oldest first. */
export async function history(scope: Scope, ownerKind: 'ENTITY' | 'RELATIONSHIP', ownerId: string): Promise<string[]> {
  const facts = await scope.reads.list({
    list: 'factsOf',
    owner: factOwner({ ownerKind, ownerId }),
    after: null,
    limit: 100,
  })
  return facts.map(({ kind }) => kind).reverse()
}

export const merge = (scope: Scope, from: string, into: string) => mergeEntities(scope, { from, into })
export type { Relationship }
