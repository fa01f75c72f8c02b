import type { EntityType } from '../../domain/records/entity.ts'

export interface EntityTypeRow {
  readonly type: string
  readonly version: number
  readonly body: string
}

/** Returns the entity type as it lies in a store. */
export function entityTypeRow({ type, version, strategies }: EntityType): EntityTypeRow {
  return { type, version, body: JSON.stringify(strategies) }
}

/** Returns the entity type that lies in a row. */
export function entityTypeOf({ type, version, body }: EntityTypeRow): EntityType {
  return { type, version, strategies: JSON.parse(body) as EntityType['strategies'] }
}
