import type { Act } from '../../src/app/act.ts'
import { mergeEntities } from '../../src/app/mergeEntities.ts'
import { relate } from '../../src/app/relate.ts'
import { relationshipsPage, type RelationshipsAsked } from '../../src/app/relationships.ts'
import { storeEntity } from '../../src/app/storeEntity.ts'
import { storeTurn } from '../../src/app/storeTurn.ts'
import type { Json } from '../../src/domain/model.ts'
import type { Relationship, RelationshipType, Thing } from '../../src/domain/things.ts'
import { factOwner } from '../../src/storage/graphStore.ts'

/** Stores a person's turn. */
export const say = (act: Act, conversationId: string, turnId: string, more: object = {}) =>
  storeTurn(act, { conversationId, turnId, role: 'USER', blocks: [{ type: 'text', text: turnId }], ...more })

/** Stores entities of one type under these ids, which are their names as well. */
export async function topics(act: Act, ...ids: string[]): Promise<void> {
  for (const id of ids) await storeEntity(act, { id, type: 'topic', name: id })
}

/** Relates two entities. */
export const tie = (act: Act, type: RelationshipType, source: string, target: string, metadata?: Json) =>
  relate(act, {
    type,
    source: { entityId: source },
    target: { entityId: target },
    ...(metadata !== undefined && { metadata }),
  })

export const entity = (id: string): Thing => ({ kind: 'ENTITY', id })

/** Returns the ids of a thing's relationships, over pages of three. */
export async function listed(act: Act, thing: Thing, asked: RelationshipsAsked = {}): Promise<string[]> {
  const ids: string[] = []
  for (let after: string | null = null; ;) {
    const page = await relationshipsPage(act, thing, { ...asked, first: 3, after })
    ids.push(...page.items.map(({ item }) => item.id))
    if (!page.hasNextPage) return ids
    after = page.items.at(-1)?.cursor ?? null
  }
}

/** Returns the kinds of an edge's or an entity's facts, oldest first. */
export async function history(act: Act, ownerKind: 'ENTITY' | 'RELATIONSHIP', ownerId: string): Promise<string[]> {
  const facts = await act.reads.list({
    list: 'factsOf',
    owner: factOwner({ ownerKind, ownerId }),
    after: null,
    limit: 100,
  })
  return facts.map(({ kind }) => kind).reverse()
}

export const merge = (act: Act, from: string, into: string) => mergeEntities(act, { from, into })
export type { Relationship }
