import { nameGuards, type Entity } from '../../domain/records/entity.ts'
import { inputMark } from '../../domain/access/keyedDigest.ts'
import { sha256 } from '../../domain/tree/pathHash.ts'
import { entityNameOwner } from '../../storage/graphStore.ts'
import type { Scope } from '../scope.ts'
import { checkId } from '../write/checks.ts'
import type { ChangeSet } from '../write/draft/changeSet.ts'

/** An entity as people name it. */
export interface EntityName {
  readonly type: string
  readonly name: string
}

/**
 * Returns the entities of those types and present names, the oldest of several, merged and deleted ones aside; null where
 * there is none. Only one write makes it then: a guard of the name is noted, which two writes cannot both raise.
 * However many there are, the store is asked twice.
 */
export async function findNamed(
  scope: Scope,
  draft: ChangeSet,
  names: readonly EntityName[],
): Promise<(Entity | null)[]> {
  if (names.length === 0) return []
  for (const { type } of names) checkId(type, 'type')
  const owners = names.map(({ type, name }) => entityNameOwner(type, name))
  const guards = names.map((name) => guardOfName(scope, name))
  const values = await scope.store.guards(guards)
  const requests = owners.map((owner) => ({ list: 'entitiesNamed', owner, after: null, limit: 1 }) as const)
  const listed = await scope.store.lists(requests)
  return names.map((name, i) => {
    const entity = drafted(draft, name) ?? listed[i]?.[0] ?? null
    if (!entity) draft.guards.set(guards[i] as string, values[i] ?? 0)
    return entity
  })
}

/** Returns the name of the counter that is raised by who makes an entity of that type and name. */
export function guardOfName({ nameKey }: Pick<Scope, 'nameKey'>, { type, name }: EntityName): string {
  return `${nameGuards}${inputMark(nameKey, sha256(entityNameOwner(type, name)))}`
}

/** Returns the one entity of that type and name, as `findNamed` does. */
export async function findOneNamed(scope: Scope, draft: ChangeSet, name: EntityName): Promise<Entity | null> {
  return (await findNamed(scope, draft, [name]))[0] ?? null
}

/** What the command itself has made. */
function drafted({ entities }: ChangeSet, { type, name }: EntityName): Entity | undefined {
  return [...entities.values()].map(({ value }) => value).find((one) => one.type === type && one.name === name)
}
