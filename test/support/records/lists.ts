import type { Conversation, Observation } from '../../../src/domain/model.ts'
import type { Relationship } from '../../../src/domain/records/relationship.ts'
import {
  childrenOwner,
  entityNameOwner,
  factOwner,
  type ListKey,
  type ListName,
  type Lists,
  type RelationshipList,
} from '../../../src/storage/graphStore.ts'
import { childrenOf, nodesOf, rootsOf, tipsOf } from '../tree/plainTree.ts'
import type { World } from '../world.ts'
import { isListed, isLive } from './plainRecords.ts'

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
  messageCorrections: (world, owner) =>
    newestFirst(
      observations(world, (it) => it.messageId === owner && it.place === null),
      (it) => it.observedAt,
    ),
  children: (world, owner) => listed(childrenOf(world, owner), (it) => it.ingestedAt),
  childrenHere: (world, owner) =>
    listed(
      nodesOf(world).filter(
        ({ conversationId, place: { parentId } }) =>
          parentId !== null && childrenOwner(conversationId, parentId) === owner,
      ),
      (it) => it.ingestedAt,
    ),
  copiesOf: (world, owner) =>
    listed(
      observations(world, (it) => it.copyOf === owner),
      (it) => it.ingestedAt,
    ),
  restatementsOf: (world, owner) =>
    listed(
      observations(world, (it) => it.restates === owner),
      (it) => it.ingestedAt,
    ),
  roots: (world, owner) => listed(rootsOf(world, owner), (it) => it.ingestedAt),
  tips: (world, owner) => newestFirst(tipsOf(world, owner), (it) => it.ingestedAt),
  segmentsOfConversation: (world, owner) => {
    const own = [...world.segments.values()].filter((it) => it.conversationId === owner)
    return newestFirst(
      own.map((segment) => ({ id: segment.tipId, segment })),
      ({ segment }) => segment.tipAt,
    ).map(({ key, item }) => ({ key, item: item.segment }))
  },
  forks: (world, owner) =>
    newestFirst(
      conversations(world, (it) => isForkOf(it, owner)),
      (it) => it.createdAt,
    ),
  everyFork: (world, owner) =>
    newestFirst(
      [...world.conversations.values()].filter((it) => isForkOf(it, owner)),
      (it) => it.createdAt,
    ),
  forkPoints: (world, owner) =>
    plainLists.everyFork(world, owner).map(({ key, item: { id, createdAt, forkedFrom, derivedTitle } }) => ({
      key,
      item: { id, createdAt, observationId: forkedFrom?.observationId ?? null, derivedTitle },
    })),
  usedForks: (world, owner) => {
    const recorded = new Set(nodesOf(world).map((it) => it.conversationId))
    const forked = new Set([...world.conversations.values()].map((it) => it.forkedFrom?.conversationId))
    return plainLists.everyFork(world, owner).filter(({ item: { id } }) => recorded.has(id) || forked.has(id))
  },
  sidechains: (world, owner) =>
    listed(
      conversations(world, (it) => it.sidechainOf === owner),
      (it) => it.createdAt,
    ),
  events: (world, owner) =>
    newestFirst(
      world.events.filter((it) => it.conversationId === owner),
      (it) => it.seq ?? 0,
    ),
  ledger: (world, owner) =>
    listed(
      world.events.filter((it) => it.conversationId === owner),
      (it) => it.seq ?? 0,
    ),
  ledgerButForks: (world, owner) =>
    plainLists.ledger(world, owner).filter(({ item: { kind, head } }) => kind !== 'FORK' || head !== null),
  headMoves: (world, owner) =>
    newestFirst(
      world.events.filter((it) => it.conversationId === owner && it.head !== null),
      (it) => it.seq ?? 0,
    ),
  checkpoints: (world, owner) =>
    newestFirst(
      world.events.filter((it) => it.conversationId === owner && it.kind === 'CHECKPOINT'),
      (it) => it.seq ?? 0,
    ),
  eventsOfKind: (world, owner) =>
    newestFirst(
      world.events.filter((it) => it.kind === owner && it.conversationId !== null),
      (it) => it.at,
    ),
  runsOfConversation: (world, owner) =>
    newestFirst(
      [...world.runs.values()].filter((it) => it.conversationId === owner).map((run) => ({ id: run.runId, run })),
      (it) => it.run.claimedAt,
    ).map(({ key, item }) => ({ key, item: item.run })),
  factsOf: (world, owner) =>
    newestFirst(
      [...world.facts.values()].filter((it) => factOwner(it) === owner),
      (it) => it.observedAt,
    ),
  entitiesOfType: (world, owner) =>
    newestFirst(
      listedEntities(world).filter((it) => it.type === owner),
      (it) => it.createdAt,
    ),
  entitiesNamed: (world, owner) =>
    listed(
      listedEntities(world).filter((it) => entityNameOwner(it.type, it.name) === owner),
      (it) => it.createdAt,
    ),
  erasures: () => [],
  erasuresIn: () => [],
  entities: (world, owner) => newestFirst(owner === '' ? listedEntities(world) : [], (it) => it.createdAt),
}

export const listNames = Object.keys(plainLists) as ListName[]

/** Returns every owner that a list could have in a world, and one that it has not. */
export function ownersOf(world: World, list: ListName): string[] {
  const owners: Partial<Record<ListName, Iterable<string>>> = {
    observationsOfMessage: world.messages.keys(),
    messageCorrections: world.messages.keys(),
    children: world.observations.keys(),
    copiesOf: world.observations.keys(),
    restatementsOf: world.observations.keys(),
    childrenHere: new Set(
      [...world.observations.values()].flatMap((it) =>
        it.place?.parentId == null
          ? []
          : [...world.conversations.keys()].map((id) => childrenOwner(id, it.place?.parentId ?? '')).slice(0, 3),
      ),
    ),
    factsOf: new Set([...world.facts.values()].map(factOwner)),
    entitiesOfType: new Set([...world.entities.values()].map((it) => it.type)),
    entitiesNamed: new Set([...world.entities.values()].map((it) => entityNameOwner(it.type, it.name))),
    eventsOfKind: new Set(world.events.map((it) => it.kind)),
    entities: [''],
  }
  return [
    ...(owners[list] ?? world.conversations.keys()),
    ...(list === 'entities' ? [] : [list === 'entitiesNamed' ? entityNameOwner('nobody', '') : 'nobody']),
  ]
}

const listedEntities = (world: World) => [...world.entities.values()].filter(isListed)
const isForkOf = ({ forkedFrom }: Conversation, id: string) => forkedFrom?.conversationId === id
const observations = (world: World, wanted: (it: Observation) => boolean) =>
  [...world.observations.values()].filter(wanted)
const conversations = (world: World, wanted: (it: Lists['forks']) => boolean) =>
  [...world.conversations.values()].filter((it) => it.deletedAt === null && wanted(it))

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

/** Returns the relationships of a list: the newest change first, of equal ones the smaller id. */
export function plainRelationships(
  world: World,
  { thing, end, type, deleted }: RelationshipList,
): Listed<Relationship>[] {
  const isOfList = (it: Relationship) =>
    it[end].kind === thing.kind && it[end].id === thing.id && isLive(it) !== deleted && (type ?? it.type) === it.type
  return newestFirst([...world.relationships.values()].filter(isOfList), (it) => it.changedAt)
}
