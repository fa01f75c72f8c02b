/**
 * The plain model of the tree: observations that know their parents, and conversations that stand somewhere in it. Every question is
 * answered by a walk or by a look at all there is, in the words of design §1 to §5: the judge of everything fast. Nothing here asks the product.
 */

/** An observation: whose it is, and what it continues. Outside the tree it has no place. */
export interface PlainNode {
  readonly id: string
  readonly conversationId: string
  readonly messageId: string | null
  readonly place: { readonly parentId: string | null } | null
}

export interface PlainConversation {
  readonly headId: string | null
  readonly forkedFrom: { readonly conversationId: string; readonly observationId: string | null } | null
}

/** Observations in the order in which they were stored. */
interface Observations<N> {
  readonly observations: ReadonlyMap<string, N>
}

export interface PlainTree<
  N extends PlainNode = PlainNode,
  C extends PlainConversation = PlainConversation,
> extends Observations<N> {
  readonly conversations: ReadonlyMap<string, C>
}

/** What stands in the tree. */
export type InTree<N> = N extends { place: infer P } ? N & { readonly place: NonNullable<P> } : N

/** Returns all that stands in the tree, in the order in which it was stored. */
export function nodesOf<N extends PlainNode>({ observations }: Observations<N>): InTree<N>[] {
  return [...observations.values()].filter((node): node is N & InTree<N> => node.place !== null)
}

/** Returns the path to an observation, root first, itself last; none leads to null. */
export function pathOf<N extends PlainNode>({ observations }: Observations<N>, id: string | null): InTree<N>[] {
  const path: InTree<N>[] = []
  for (let at = id; at !== null;) {
    const node = observations.get(at)
    if (node?.place == null) throw new Error(`"${at}" does not stand in the tree.`)
    path.unshift(node as InTree<N>)
    at = node.place.parentId
  }
  return path
}

/** Returns what continues an observation (null: the roots), whoever stored it. */
export function childrenOf<N extends PlainNode>(tree: Observations<N>, id: string | null): InTree<N>[] {
  return nodesOf(tree).filter((node) => node.place.parentId === id)
}

/** Returns the roots that a conversation recorded. */
export function rootsOf<N extends PlainNode>(tree: Observations<N>, conversationId: string): InTree<N>[] {
  return childrenOf(tree, null).filter((node) => node.conversationId === conversationId)
}

/** Says whether an observation stands on the path to another one; it stands on its own. */
export function isOnPath(tree: Observations<PlainNode>, id: string, of: string | null): boolean {
  return pathOf(tree, of).some((node) => node.id === id)
}

/** Says whether an observation is an ancestor of another one, which it is not of itself. */
export function isAbove(tree: Observations<PlainNode>, id: string, other: string): boolean {
  return id !== other && isOnPath(tree, id, other)
}

/** Returns the deepest observation that two paths share, or null. */
export function commonOf<N extends PlainNode>(tree: Observations<N>, a: string, b: string): InTree<N> | null {
  const others = new Set(pathOf(tree, b).map(({ id }) => id))
  return pathOf(tree, a).findLast(({ id }) => others.has(id)) ?? null
}

/** Returns the way from one observation up or down to another, both included; null where neither is above the other. */
export function wayBetween<N extends PlainNode>(tree: Observations<N>, from: string, to: string): InTree<N>[] | null {
  const behind = (path: readonly InTree<N>[], id: string) => {
    const at = path.findIndex((node) => node.id === id)
    return at < 0 ? null : path.slice(at)
  }
  return behind(pathOf(tree, to), from) ?? behind(pathOf(tree, from), to)?.reverse() ?? null
}

/** Returns how many observations of one path are not on another: what a head leaves behind that moves there. */
export function leftBetween(tree: Observations<PlainNode>, from: string | null, to: string | null): number {
  const kept = new Set(pathOf(tree, to).map(({ id }) => id))
  return pathOf(tree, from).filter(({ id }) => !kept.has(id)).length
}

/** Returns the path to the head of a conversation. */
export function transcriptOf<N extends PlainNode>(tree: PlainTree<N>, conversationId: string): InTree<N>[] {
  return pathOf(tree, conversationOf(tree, conversationId).headId)
}

/** Returns the path that a fork inherited; nothing for any other conversation. */
export function inheritedBy<N extends PlainNode>(tree: PlainTree<N>, conversationId: string): InTree<N>[] {
  return pathOf(tree, conversationOf(tree, conversationId).forkedFrom?.observationId ?? null)
}

/** Returns the conversations from which a conversation was forked, the nearest first. */
export function lineageOf({ conversations }: Pick<PlainTree, 'conversations'>, conversationId: string): string[] {
  const line: string[] = []
  for (
    let at = conversations.get(conversationId)?.forkedFrom;
    at;
    at = conversations.get(at.conversationId)?.forkedFrom
  )
    line.push(at.conversationId)
  return line
}

/** Returns what a conversation recorded or inherited. */
export function recordedOrInherited<N extends PlainNode>(tree: PlainTree<N>, conversationId: string): InTree<N>[] {
  const inherited = new Set(inheritedBy(tree, conversationId).map(({ id }) => id))
  return nodesOf(tree).filter((node) => node.conversationId === conversationId || inherited.has(node.id))
}

/** Returns what a conversation recorded that nothing recorded in it continues. */
export function tipsOf<N extends PlainNode>(tree: Observations<N>, conversationId: string): InTree<N>[] {
  const own = nodesOf(tree).filter((node) => node.conversationId === conversationId)
  const continued = new Set(own.map(({ place }) => place.parentId))
  return own.filter(({ id }) => !continued.has(id))
}

/** Returns the leaves of a conversation: its tips, and the point of a fork while nothing recorded in it continues that. */
export function leavesOf<N extends PlainNode>(tree: PlainTree<N>, conversationId: string): InTree<N>[] {
  const point = inheritedBy(tree, conversationId).at(-1)
  const isUsed = childrenOf(tree, point?.id ?? null).some((node) => node.conversationId === conversationId)
  return [...tipsOf(tree, conversationId), ...(point === undefined || isUsed ? [] : [point])]
}

/** Returns the observations of a turn of a conversation: its own, else those that it inherited from the nearest that has some. */
export function versionsOf<N extends PlainNode>(
  tree: PlainTree<N>,
  conversationId: string,
  turnId: string,
): InTree<N>[] {
  const of = (owner: string) => (node: PlainNode) => node.messageId === messageIdOf(owner, turnId)
  const own = nodesOf(tree).filter(of(conversationId))
  if (own.length > 0) return own
  const inherited = inheritedBy(tree, conversationId)
  const each = lineageOf(tree, conversationId).map((ancestor) => inherited.filter(of(ancestor)))
  return each.find((versions) => versions.length > 0) ?? []
}

/** Returns the id of a turn's message (design §1); of ids without `%` and `:`, which the model has no other. */
export const messageIdOf = (conversationId: string, turnId: string): string => `${conversationId}:${turnId}`

/** Returns what a turn stored without a parent continues: where a version of it stands on the head's path, that one's parent; else the head. */
export function placeFor(tree: PlainTree, conversationId: string, turnId: string): string | null {
  const versions = new Set(versionsOf(tree, conversationId, turnId).map(({ id }) => id))
  const standing = transcriptOf(tree, conversationId).findLast(({ id }) => versions.has(id))
  return standing === undefined ? conversationOf(tree, conversationId).headId : standing.place.parentId
}

function conversationOf({ conversations }: PlainTree, id: string): PlainConversation {
  const conversation = conversations.get(id)
  if (conversation === undefined) throw new Error(`There is no conversation "${id}".`)
  return conversation
}
