import { entityName, entitySnapshot } from '../../app/entities/entities.ts'
import { factOwner } from '../../storage/graphStore.ts'
import { listPage } from '../../app/read/lists.ts'
import { loadEndpoint } from '../../app/entities/observationOrFact.ts'
import { labelOf } from '../../domain/records/relationship.ts'
import type { EntityResolvers, RelatedResolvers, RelationshipResolvers } from '../generated.ts'
import { wholeRelationshipsPage } from '../connection.ts'
import { maybe } from '../load.ts'
import { nodeId } from '../nodeIds.ts'

export const Entity: EntityResolvers = {
  nodeId: ({ id }) => nodeId('Entity', id),
  name: (entity, _, { scope }) => entityName(scope, entity),
  erased: ({ erased }) => erased !== undefined,
  snapshot: (entity, { at, ingestedAt }, { scope }) =>
    entitySnapshot(scope, entity, { at: at ?? null, ingestedAt: ingestedAt ?? null }),
  mergedInto: ({ mergedInto }, _, { scope }) => maybe(scope, 'entity', mergedInto),
  observations: ({ id }, page, { scope }) =>
    listPage(scope, 'factsOf', factOwner({ ownerKind: 'ENTITY', ownerId: id }), page),
  relationships: ({ id }, requireFields, { scope }) =>
    wholeRelationshipsPage(scope, { kind: 'ENTITY', id }, requireFields),
}

export const Relationship: RelationshipResolvers = {
  nodeId: ({ id }) => nodeId('Relationship', id),
  label: (relationship) => labelOf(relationship),
  source: ({ source }, _, { scope }) => loadEndpoint(scope, source),
  target: ({ target }, _, { scope }) => loadEndpoint(scope, target),
  observations: ({ id }, page, { scope }) =>
    listPage(scope, 'factsOf', factOwner({ ownerKind: 'RELATIONSHIP', ownerId: id }), page),
}

// What stands at an end carries its type's name.
export const Related: RelatedResolvers = {
  __resolveType: (thing) => (thing as unknown as { __typename: 'Conversation' }).__typename,
}
