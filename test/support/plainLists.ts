import type { Observation } from '../../src/domain/model.ts'
import type { ListKey, ListName, Lists } from '../../src/storage/graphStore.ts'
import { known, type World } from './world.ts'

/** An item of a list with its place in it. */
export interface Listed<T> {
  readonly key: ListKey
  readonly item: T
}
type PlainList<N extends ListName> = (world: World, owner: string) => Listed<Lists[N]>[]

/** Every list as a filter and a sort over all there is: the slow, plain answer. */
export const plainLists: { readonly [N in ListName]: PlainList<N> } = {
  messagesOfConversation: (world, owner) =>
    listed(
      [...world.messages.values()].filter((it) => it.conversationId === owner),
      (it) => it.createdAt,
    ),
  observationsOfConversation: (world, owner) =>
    newestFirst(
      observations(world, (it) => it.conversationId === owner),
      (it) => it.ingestedAt,
    ),
  observationsOfMessage: (world, owner) =>
    newestFirst(
      observations(world, (it) => it.messageId === owner),
      (it) => it.observedAt,
    ),
  children: (world, owner) =>
    listed(
      observations(world, (it) => it.place?.parentId === owner),
      (it) => it.ingestedAt,
    ),
  roots: (world, owner) =>
    listed(
      observations(world, (it) => it.conversationId === owner && it.place?.depth === 0),
      (it) => it.ingestedAt,
    ),
  tips: (world, owner) => {
    const tips = [...world.segments.values()].filter((it) => it.conversationId === owner)
    return newestFirst(
      tips.map((it) => ({ ...it, id: it.tipId })),
      (it) => it.tipAt,
    ).map(({ key, item }) => ({
      key,
      item: known(world.observations, item.tipId),
    }))
  },
  forks: (world, owner) =>
    newestFirst(
      conversations(world, (it) => it.forkedFrom?.conversationId === owner),
      (it) => it.createdAt,
    ),
  sidechains: (world, owner) =>
    listed(
      conversations(world, (it) => it.sidechainOf === owner),
      (it) => it.createdAt,
    ),
  events: (world, owner) =>
    newestFirst(
      world.events.filter((it) => it.conversationId === owner),
      (it) => it.seq,
    ),
  headMoves: (world, owner) =>
    newestFirst(
      world.events.filter((it) => it.conversationId === owner && it.head !== null),
      (it) => it.seq,
    ),
}

export const listNames = Object.keys(plainLists) as ListName[]

/** Returns every owner that a list could have in a world, and one that it has not. */
export function ownersOf(world: World, list: ListName): string[] {
  const owners = { observationsOfMessage: world.messages, children: world.observations }
  const found: ReadonlyMap<string, unknown> =
    list === 'observationsOfMessage' || list === 'children' ? owners[list] : world.conversations
  return [...found.keys(), 'nobody']
}

const observations = (world: World, wanted: (it: Observation) => boolean) =>
  [...world.observations.values()].filter(wanted)
const conversations = (world: World, wanted: (it: Lists['forks']) => boolean) =>
  [...world.conversations.values()].filter(wanted)

function listed<T extends { id: string }>(
  items: readonly T[],
  sort: (it: T) => string | number,
  sign = 1,
): Listed<T>[] {
  const found = items.map((item) => ({ key: { sort: sort(item), id: item.id }, item }))
  return found.sort(({ key: a }, { key: b }) => {
    if (a.sort !== b.sort) return a.sort < b.sort ? -sign : sign
    return a.id < b.id ? -1 : 1
  })
}

function newestFirst<T extends { id: string }>(items: readonly T[], sort: (it: T) => string | number): Listed<T>[] {
  return listed(items, sort, -1)
}
