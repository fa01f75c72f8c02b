import { badInput } from '../../domain/refusals.ts'
import { cursorOf, readCursor } from '../read/cursors.ts'

/** What a long check remembers from one part to the next, in the cursor that its answer ends with. */
export interface ProgressOf<P> {
  readonly write: (progress: P) => string
  /** The beginning where no cursor is given; refuses one of another check, and a broken one. */
  readonly read: (cursor: string | null | undefined) => P
}

/** Returns the progress of the check of that name; `beginning` has a value of the right kind for every member. */
export function progressOf<P extends object>(name: string, beginning: P): ProgressOf<P> {
  return {
    write: (progress) => cursorOf(name, JSON.stringify(progress)),
    read: (cursor) => {
      const item = readCursor(name, cursor, 'after')
      if (item === null) return beginning
      const found = parsed(item)
      if (!isLike(found, beginning)) throw badInput('The cursor is broken.', { cursor: cursor ?? null }, ['after'])
      return found as P
    },
  }
}

function parsed(item: string): unknown {
  try {
    return JSON.parse(item)
  } catch {
    return undefined
  }
}

/** Says whether a value has the members of another, each of its kind; what is null there may be anything plain. */
function isLike(found: unknown, model: unknown): boolean {
  if (model === null) return found === null || typeof found !== 'object' || isPlace(found)
  if (typeof model !== 'object') return typeof found === typeof model
  if (typeof found !== 'object' || found === null) return false
  return Object.entries(model).every(([name, value]) => isLike((found as Record<string, unknown>)[name], value))
}

/** A place in a list. */
const isPlace = ({ sort, id }: { readonly sort?: unknown; readonly id?: unknown }) =>
  typeof sort === 'string' && typeof id === 'string'
