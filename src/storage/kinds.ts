/** The kinds of the store in tables: what is read by one id, and what is listed, whose, in which order. */
import type { Conversation, Event, ForkPoint, Message, Observation, Segment } from '../domain/model.ts'
import type { Erasure } from '../domain/erasure/erasure.ts'
import type { Entity } from '../domain/records/entity.ts'
import type { Run } from '../domain/records/run.ts'
import type { Fact } from '../domain/messages/snapshot.ts'

/** What is read by one id: its name as `Reads` has it, and the store's method that reads several. */
export const byId = {
  conversation: 'conversations',
  message: 'messages',
  observation: 'observations',
  event: 'events',
  key: 'keys',
  entity: 'entities',
  entityType: 'entityTypes',
  relationship: 'relationships',
  attachment: 'attachments',
  erasure: 'erasures',
  annotations: 'annotations',
  fact: 'facts',
} as const
export type ById = keyof typeof byId

interface List<T> {
  /** The value by which the store orders the items; ties go to the smaller id. */
  readonly sort: (item: T) => string | number
}

function sortedBy<T>(sort: List<T>['sort']): List<T> {
  return { sort }
}

const byIngestion = sortedBy<Observation>(({ ingestedAt }) => ingestedAt)
const byCreation = sortedBy<Conversation>(({ createdAt }) => createdAt)
const bySeq = sortedBy<Event>(({ seq }) => seq ?? 0)
const entitiesByCreation = sortedBy<Entity>(({ createdAt }) => createdAt)
const erasuresByTime = sortedBy<Erasure>(({ at }) => at)
const byObservation = sortedBy<Observation>(({ observedAt }) => observedAt)

/** The lists of the product. `owner` is a conversation id unless said otherwise. */
export const lists = {
  /** Identities made here, oldest first (createdAt). */
  messagesOfConversation: sortedBy<Message>(({ createdAt }) => createdAt),
  /** Recorded here, newest first (ingestedAt). */
  observationsOfConversation: byIngestion,
  /** Owner: a message id. Those of the tree, and its corrections, deletions, restorations; newest first (observedAt). */
  observationsOfMessage: byObservation,
  /** Owner: a message id. Its corrections, deletions and restorations alone, newest first (observedAt). */
  messageCorrections: byObservation,
  /** Owner: an observation id. Its children in every conversation, oldest first (ingestedAt). */
  children: byIngestion,
  /** Owner: see `childrenOwner`. The children of an observation that one conversation recorded, oldest first (ingestedAt). */
  childrenHere: byIngestion,
  /** Owner: an observation id. Its copies in every conversation, oldest first (ingestedAt). */
  copiesOf: byIngestion,
  /** Owner: an observation id. What says it again in every conversation, oldest first (ingestedAt). */
  restatementsOf: byIngestion,
  /** Roots recorded here, oldest first (ingestedAt). */
  roots: byIngestion,
  /** Tips of its segments, newest first (tipAt); the key's id is the tip's. */
  tips: byIngestion,
  /** Its segments, newest tip first (tipAt); the key's id is the tip's. */
  segmentsOfConversation: sortedBy<Segment>(({ tipAt }) => tipAt),
  /** Direct forks that are not deleted, newest first (createdAt). */
  forks: byCreation,
  /** Its direct forks, deleted ones too, newest first (createdAt). */
  everyFork: byCreation,
  /** The same forks, little of each. */
  forkPoints: sortedBy<ForkPoint>(({ createdAt }) => createdAt),
  /** Those of them in which a node was recorded, or that were forked themselves. */
  usedForks: byCreation,
  /** Those that are not deleted, oldest first (createdAt). */
  sidechains: byCreation,
  /** Newest first (seq). */
  events: bySeq,
  /** The same lines, oldest first (seq). */
  ledger: bySeq,
  /** Those but the ones of kind FORK that move no head, oldest first (seq): most lines of a conversation with many forks. */
  ledgerButForks: bySeq,
  /** Those with a head move, newest first (seq). */
  headMoves: bySeq,
  /** Those of kind CHECKPOINT, newest first (seq). */
  checkpoints: bySeq,
  /** Owner: a kind of event. Lines of that kind in all ledgers, newest first (at). */
  eventsOfKind: sortedBy<Event>(({ at }) => at),
  /** Newest first (claimedAt); the key's id is the runId. */
  runsOfConversation: sortedBy<Run>(({ claimedAt }) => claimedAt),
  /** Owner: see `factOwner`. Newest first (observedAt). */
  factsOf: sortedBy<Fact>(({ observedAt }) => observedAt),
  /** Owner: an entity type. Without merged and deleted ones, newest first (createdAt). */
  entitiesOfType: entitiesByCreation,
  /** Owner: see `entityNameOwner`. Of that type and present name, without merged and deleted ones, oldest first (createdAt). */
  entitiesNamed: entitiesByCreation,
  /** Owner: ''. Of every type, without merged and deleted ones, newest first (createdAt). */
  entities: entitiesByCreation,
  /** Owner: ''. Newest first (at). */
  erasures: erasuresByTime,
  /** Owner: a state. Newest first (at). */
  erasuresIn: erasuresByTime,
}

/** What each list holds. */
export type Lists = { readonly [N in keyof typeof lists]: (typeof lists)[N] extends List<infer T> ? T : never }
export type ListName = keyof typeof lists

/** Returns the value by which a list's item is sorted. */
export function sortOf<N extends ListName>(list: N, item: Lists[N]): string | number {
  return (lists[list].sort as (item: Lists[N]) => string | number)(item)
}

/** Says whether a list is sorted by numbers, and not by times. */
export const isByNumber = (list: ListName): boolean => lists[list].sort === bySeq.sort
