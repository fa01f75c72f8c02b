import { mustFind } from '../../domain/refusals.ts'
import { entityNameOwner } from '../../storage/graphStore.ts'
import type { Scope } from '../scope.ts'
import { addEntity } from '../write/draft/newEntity.ts'
import { checkFields } from '../write/draft/newFact.ts'
import { isRefTo, type EndpointIdRef, type EndpointRef } from './endpoints.ts'
import { findNamed, type EntityName } from './namedEntity.ts'
import type { ChangeSet } from '../write/draft/changeSet.ts'

/** Returns things by their ids: those that are named by type and name are found, or made where `makes` says so and there is none. */
export async function withoutNames(
  scope: Scope,
  draft: ChangeSet,
  refs: readonly EndpointRef[],
  makes: boolean,
): Promise<EndpointIdRef[]> {
  const names = new Map<string, EntityName>()
  for (const ref of refs) if (isRefTo(ref, 'entity')) names.set(ownerOf(ref.entity), ref.entity)
  const entities = await findNamed(scope, draft, [...names.values()])
  const ids = new Map<string, string>()
  for (const [i, [owner, name]] of [...names].entries()) {
    const entity = entities[i] ?? (makes ? await made(scope, draft, name) : null)
    ids.set(owner, mustFind(entity, 'Entity', `${name.type}: ${name.name}`).id)
  }
  return refs.map((ref) => (isRefTo(ref, 'entity') ? { entityId: ids.get(ownerOf(ref.entity)) as string } : ref))
}

const ownerOf = ({ type, name }: EntityName): string => entityNameOwner(type, name)

async function made(scope: Scope, draft: ChangeSet, { type, name }: EntityName) {
  const fields = { kind: 'FACT', fields: checkFields({ name }) } as const
  return (await addEntity(scope, draft, { type, name }, fields)).entity
}
