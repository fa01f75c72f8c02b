import { isSame, membersOf, type Members } from '../turns/json.ts'
import type { PathTurn } from '../turns/path.ts'
import { own } from '../../runtime/own.ts'

/**
 * How a block of a turn is a part of its message: by default (null), with more members, or, where a block cannot say it,
 * by the part itself. Addresses stand behind the other blocks, so it is said which parts they are.
 */
export type PartSpec =
  | null
  | { readonly more: Members }
  | { readonly uri: Members }
  /** Null for the result of a call that is said whole. */
  | { readonly part: Members | null }

/** What a turn keeps of its message besides its blocks, in `metadata.aiSdk`. */
export interface TurnSpec {
  /** Whose turn it is, where it is not the first one of its message. */
  readonly of?: string
  /** Left out where each block is a part by default. */
  readonly parts?: readonly PartSpec[]
  /** Members of the message besides its id, role and parts. */
  readonly more?: Members
}

/** Returns what a turn keeps of the message whose turn it is; null where it came from elsewhere. */
export function specOf({ metadata }: Pick<PathTurn, 'metadata'>): TurnSpec | null {
  return membersOf(metadata['aiSdk'])
}

/** Returns the members of a part that are not as they are by default; null where all are. */
export function moreOf(part: Members, usual: Members): PartSpec {
  const more = Object.fromEntries(Object.entries(part).filter(([name, value]) => !isSame(value, own(usual, name))))
  return Object.keys(more).length === 0 ? null : { more }
}
