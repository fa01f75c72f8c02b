import type { Entity } from '../../../domain/records/entity.ts'
import { sha256 } from '../../../domain/tree/pathHash.ts'
import { entityNameOwner } from '../../graphStore.ts'
import { entityOf, entityRow, type EntityRow } from '../../rows/entity.ts'
import { timeText } from '../reading/compactText.ts'
import type { ListShape } from '../lists/listShape.ts'
import { inOneText, int, outOfOneText, type Properties } from '../properties/rows.ts'
import { index, plain, unique, versioned } from './label.ts'

export const entities = versioned<Entity>({
  label: 'Entity',
  key: 'id',
  rows: 'entities',
  what: 'entity',
  schema: [
    unique('entity_id', 'Entity', ['tenant', 'id']),
    index('entity_listed', 'Entity', ['tenant', 'listing', 'createdAt']),
    index('entity_listed_type', 'Entity', ['tenant', 'listedType', 'createdAt']),
    index('entity_listed_name', 'Entity', ['tenant', 'listedName', 'createdAt']),
  ],
  idOf: ({ id }) => id,
  properties,
  from: entityFrom,
})

/** `listing`, `listedType` and `listedName` are there only while lists have it. */
function properties(tenant: string, entity: Entity): Properties {
  const { id, version, type, createdAt, listed, body: rest } = entityRow(entity)
  return {
    ...{ tenant, id, version: int(version), type, name: plain(entity.name), createdAt: timeText(createdAt) },
    listing: listed ? '' : null,
    listedType: listed ? type : null,
    listedName: listed ? listedNameOf(entityNameOwner(type, entity.name)) : null,
    deleted: entity.deleted,
    mergedInto: entity.mergedInto,
    factCount: int(entity.factCount),
    body: inOneText([id, version, type, createdAt], rest),
  }
}

/** Returns the entity that a node's body holds. */
export function entityFrom(body: unknown): Entity {
  const [[id, version, type, createdAt], rest] = outOfOneText(body)
  return entityOf({ ...({ id, version, type, createdAt } as EntityRow), body: rest })
}

/** Returns a type and name as an index holds them, which has no room for long ones. */
export const listedNameOf = (owner: string): string => sha256(owner)

const listed = (owner: string, order: ListShape['order'] = 'newestFirst') => {
  const shape: ListShape = {
    node: 'n:Entity',
    owner: `n.${owner}`,
    time: 'n.createdAt',
    order,
    id: 'n.id',
    projection: 'n.body',
  }
  return { shape, from: entityFrom }
}
export const entityLists = {
  entitiesOfType: listed('listedType'),
  entitiesNamed: listed('listedName', 'oldestFirst'),
  entities: listed('listing'),
}
