/** Where conversations stand in the index of lists: lists of pinned ones, or without archived ones, read no others. */
import { canonicalJson } from '../../domain/tree/pathHash.ts'
import type { ConversationQuery } from '../graphStore.ts'
import { shelfKeys } from './conversation.ts'

type Kind = keyof typeof shelfKeys

/** The bit of a shelf that says of its conversations what they are. The stores' indexes hold these numbers. */
export const shelfBits: Readonly<Record<Kind, number>> = { archived: 1, pinned: 2, undated: 4 }
const kinds = Object.keys(shelfBits) as Kind[]
const allShelves = Array.from({ length: 8 }, (_, shelf) => shelf)

/** Returns the shelf of a conversation, by the key of its metadata. */
export function shelfOf(metadataKey: string): number {
  return kinds.reduce((shelf, kind) => shelf | (metadataKey.includes(shelfKeys[kind]) ? shelfBits[kind] : 0), 0)
}

/** Returns the shelves on which what a query lists can stand. */
export function shelvesOf({ leaveOut, undatedOnly = false, metadata }: ConversationQuery): number[] {
  const isAsked = (kind: Kind): boolean =>
    kind === 'undated' ? undatedOnly : metadata.some(({ name, json }) => name === kind && json === canonicalJson(true))
  return allShelves.filter((shelf) =>
    kinds.every((kind) => {
      const isOn = (shelf & shelfBits[kind]) !== 0
      return !(isOn && leaveOut.includes(kind)) && !(!isOn && isAsked(kind))
    }),
  )
}
