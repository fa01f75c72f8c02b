import { isFit } from '../../domain/ids.ts'
import { badInput } from '../../domain/refusals.ts'

/**
 * Returns an id that is looked up; refuses one that nothing can have. A store would look for another one: one cuts it at
 * NUL, the other takes any half of a surrogate pair for the same.
 */
export function checkLookupId(id: string): string {
  if (isFit(id)) return id
  const displayText = JSON.stringify(id.slice(0, 100))
  throw badInput(`No id is like ${displayText}: it has a control character or half of a surrogate pair.`, {
    id: displayText,
  })
}
