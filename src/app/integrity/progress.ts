import { isFit } from '../../domain/ids.ts'
import { isInstant } from '../../domain/instants.ts'
import type { Json } from '../../domain/model.ts'
import { cursorOfParts, readParts, type StampedList } from '../read/cursors.ts'
import { own } from '../../runtime/own.ts'

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
    read: (cursor) => readParts(name, cursor, 'after', (value): value is P => isLike(value, beginning)) ?? beginning,
  }
}

/** Says whether a value has the members of another, each of its kind; what is null there may be a place in a list. */
function isLike(result: unknown, model: unknown): boolean {
  if (model === null) return result === null || isPlace(result)
  if (typeof model !== 'object') return typeof result === typeof model
  if (typeof result !== 'object' || result === null) return false
  return Object.entries(model).every(([name, value]) => isLike(own(result as Record<string, unknown>, name), value))
}

function isPlace(value: unknown): boolean {
  const { sort, id } = (value ?? {}) as { readonly sort?: unknown; readonly id?: unknown }
  return typeof sort === 'string' && isInstant(sort) && typeof id === 'string' && isFit(id)
}
