import { isFit } from '../../domain/ids.ts'
import { isInstant } from '../../domain/instants.ts'
import type { Json } from '../../domain/model.ts'
import { cursorOfParts, readParts, type StampedList } from '../read/cursors.ts'
import { own } from '../../own.ts'

/** What a long check remembers from one part to the next, in the cursor that its answer ends with. */
export interface ProgressOf<P> {
  readonly write: (progress: P) => string
  /** The beginning where no cursor is given; refuses one of another check, and a broken one. */
  readonly read: (cursor: string | null | undefined) => P
}

/** Returns the progress of the check of that name; `beginning` has a value of the right kind for every member. */
export function progressOf<P extends object>(name: StampedList, beginning: P): ProgressOf<P> {
  return {
    write: (progress) => cursorOfParts(name, { ...progress } as Json),
    read: (cursor) => readParts(name, cursor, 'after', (found): found is P => isLike(found, beginning)) ?? beginning,
  }
}

/** Says whether a value has the members of another, each of its kind; what is null there may be a place in a list. */
function isLike(found: unknown, model: unknown): boolean {
  if (model === null) return found === null || isPlace(found)
  if (typeof model !== 'object') return typeof found === typeof model
  if (typeof found !== 'object' || found === null) return false
  return Object.entries(model).every(([name, value]) => isLike(own(found as Record<string, unknown>, name), value))
}

function isPlace(found: unknown): boolean {
  const { sort, id } = (found ?? {}) as { readonly sort?: unknown; readonly id?: unknown }
  return typeof sort === 'string' && isInstant(sort) && typeof id === 'string' && isFit(id)
}
