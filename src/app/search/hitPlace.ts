import { startId } from '../../domain/prompts/rows.ts'
import { headOf, isPlaceOnPath, nodeAt } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import type { SearchHit } from './search.ts'

type HitFields = Pick<SearchHit, 'conversation' | 'observation'>

/** Says whether a hit stands on the path to its conversation's head. */
export async function isOnCurrentBranch(scope: Scope, { conversation, observation }: HitFields): Promise<boolean> {
  return isPlaceOnPath(scope.reads, observation.place, await headOf(scope, conversation))
}

/** Returns the id of the prompt whose row a hit stands in. */
export async function promptOfHit({ reads }: Scope, { observation }: HitFields): Promise<string> {
  const { last } = observation.place.prompts
  return (last === null ? null : await nodeAt(reads, observation, 'depth', last))?.id ?? startId
}
