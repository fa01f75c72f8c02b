import { entityName, entitySnapshot, factOwner, listPage, relatedThing } from '../../app/queries.ts'
import { labelOf } from '../../domain/relationships.ts'
import type { EntityResolvers, RelatedResolvers, RelationshipResolvers } from '../generated.ts'
import { wholeRelationshipsPage } from '../connection.ts'
import { maybe } from '../named.ts'
import { nodeId } from '../nodeIds.ts'

export const Entity: EntityResolvers = {
  nodeId: ({ id }) => nodeId('Entity', id),
  name: (entity, _, { act }) => entityName(act, entity),
  snapshot: (entity, { at, ingestedAt }, { act }) =>
    entitySnapshot(act, entity, { at: at ?? null, ingestedAt: ingestedAt ?? null }),
  mergedInto: ({ mergedInto }, _, { act }) => maybe(act, 'entity', mergedInto),
  observations: ({ id }, page, { act }) =>
    listPage(act, 'factsOf', factOwner({ ownerKind: 'ENTITY', ownerId: id }), page),
  relationships: ({ id }, asked, { act }) => wholeRelationshipsPage(act, { kind: 'ENTITY', id }, asked),
}

export const Relationship: RelationshipResolvers = {
  nodeId: ({ id }) => nodeId('Relationship', id),
  label: (relationship) => labelOf(relationship),
  source: ({ source }, _, { act }) => relatedThing(act, source),
  target: ({ target }, _, { act }) => relatedThing(act, target),
  observations: ({ id }, page, { act }) =>
    listPage(act, 'factsOf', factOwner({ ownerKind: 'RELATIONSHIP', ownerId: id }), page),
}

// What stands at an end carries its type's name.
export const Related: RelatedResolvers = {
  __resolveType: (thing) => (thing as unknown as { __typename: 'Conversation' }).__typename,
}
