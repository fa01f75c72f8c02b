import type { Entity } from '../../domain/records/entity.ts'
import type { Instant } from '../../domain/model.ts'

export interface EntityRow {
  readonly id: string
  readonly version: number
  readonly type: string
  readonly createdAt: Instant
  /** Neither merged nor deleted. */
  readonly listed: boolean
  readonly body: string
}

/** Returns the entity as it lies in a store. */
export function entityRow({ id, version, type, createdAt, ...rest }: Entity): EntityRow {
  const listed = !rest.deleted && rest.mergedInto === null
  return { id, version, type, createdAt, listed, body: JSON.stringify(rest) }
}

/** Returns the entity that lies in a row. */
export function entityOf({ body, ...columns }: Omit<EntityRow, 'listed'>): Entity {
  return { ...columns, ...(JSON.parse(body) as Omit<Entity, keyof EntityRow>) }
}
