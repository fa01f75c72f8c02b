import type { PlaceKindQuery } from '../documents/generated.ts'
import type { MenuItem } from '../parts/Menu.tsx'

/** A side of a comparison: what it is called, and where it is read. */
export interface Side {
  readonly name: string
  readonly conversationId: string | null
  /** The place in it; null where it is its current end. */
  readonly at: string | null
  readonly isCurrent: boolean
}

type Conversation = NonNullable<PlaceKindQuery['conversation']>

/** Returns how the API names a place: an address names a conversation, an observation or a message. */
export function placeOf(id: string, data: PlaceKindQuery | undefined) {
  if (data?.conversation) return { conversationId: id }
  return data?.observation ? { observationId: id } : { messageId: id }
}

const conversationOf = ({ conversation, observation }: PlaceKindQuery): Conversation | null =>
  conversation ?? observation?.conversation ?? null

/** Returns the title of the conversation that a place is in. */
export const titleOf = (data: PlaceKindQuery): string => conversationOf(data)?.title || 'Untitled'

/** Returns what both sides are called: by their branches in one conversation, else by their titles; never by an id. */
export function sidesOf(
  a: string,
  b: string,
  base: PlaceKindQuery,
  target: PlaceKindQuery,
): { readonly left: Side; readonly right: Side } {
  const isOne = conversationOf(base)?.id === conversationOf(target)?.id
  const [left, right] = [sideOf(a, base, isOne), sideOf(b, target, isOne)]
  return left.name === right.name ? apart(left, right, base, target) : { left, right }
}

/** Titles that are alike say which branch is meant; of what is alike in that as well the second is said to be the second. */
function apart(left: Side, right: Side, base: PlaceKindQuery, target: PlaceKindQuery) {
  const [one, other] = [nameOfPlace(left.at, base), nameOfPlace(right.at, target)]
  // In one conversation the name is that already.
  if (one === other || one === left.name) return { left, right: { ...right, name: `${right.name} (2)` } }
  return { left: { ...left, name: `${left.name}: ${one}` }, right: { ...right, name: `${right.name}: ${other}` } }
}

function sideOf(id: string, data: PlaceKindQuery, isOne: boolean): Side {
  const conversation = conversationOf(data)
  const isWhole = data.conversation != null || conversation?.head?.id === id
  const title = conversation?.title || 'Untitled'
  return {
    name: isOne ? nameOfPlace(isWhole ? null : id, data) : title,
    conversationId: conversation?.id ?? null,
    at: isWhole ? null : id,
    isCurrent: isWhole,
  }
}

/** What a place is called in its conversation: its branch where it is the end of one, else its turn. */
function nameOfPlace(at: string | null, data: PlaceKindQuery): string {
  const branches = conversationOf(data)?.branches.nodes ?? []
  const branch = branches.find(({ isCurrent, end }) => (at === null ? isCurrent : end.id === at))
  if (branch) return branch.name
  const turn = data.observation?.turn
  return turn == null ? 'a place before its end' : `up to turn ${turn}`
}

/** Returns the branches of a side's conversation, for a menu; choosing one hands on the place that names it in an address. */
export function choicesOf(data: PlaceKindQuery, place: string, onChoose: (place: string) => void): readonly MenuItem[] {
  const conversation = conversationOf(data)
  return (conversation?.branches.nodes ?? []).map(({ name, isCurrent, end }) => {
    const isWhole = place === conversation?.id
    return {
      name,
      isChosen: isWhole ? isCurrent : end.id === place,
      onSelect: () => onChoose(end.id),
    }
  })
}
