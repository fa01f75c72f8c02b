import type { Fact } from '../../../domain/messages/snapshot.ts'
import { factOwner } from '../../../storage/graphStore.ts'
import { unkept, wholeList } from '../../read/walkList.ts'
import type { Scope } from '../../scope.ts'

const pageLength = 1000

/** Returns all that was stored of an entity, newest first. */
export function factsOfEntity(scope: Scope, ownerId: string): Promise<Fact[]> {
  return wholeList(unkept(scope), 'factsOf', factOwner({ ownerKind: 'ENTITY', ownerId }), pageLength)
}
