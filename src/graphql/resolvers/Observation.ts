import { type Forward, listPage } from '../../app/read/lists.ts'
import { isAncestorOf, pathBetween } from '../../app/trees/pathBetween.ts'
import { siblingsPage } from '../../app/trees/siblings.ts'
import { ancestorsPage } from '../../app/trees/ancestors.ts'
import { isLeaf } from '../../app/trees/leaves.ts'
import { turnEstimate } from '../../app/prices/turnEstimate.ts'
import { erasureShown } from '../../app/erasures/erasures.ts'
import { attachmentsOf } from '../../app/attachments/attachments.ts'
import { descendantsPage } from '../../app/trees/descendants.ts'
import { conversationsOfPage, leavesBelowPage } from '../../app/trees/conversationsOf.ts'
import { observationsOfEvent, storedBy } from '../../app/entities/observationsOfEvent.ts'
import { noPage, type PageArguments } from '../../app/read/pages.ts'
import { textOf } from '../../domain/messages/blocks.ts'
import type { Observation as Entry, Place } from '../../domain/model.ts'
import type { Fact } from '../../domain/messages/snapshot.ts'
import type { Context } from '../context.ts'
import type { EventResolvers, ObservationResolvers } from '../generated.ts'
import { existing, maybe } from '../load.ts'
import { nodeId } from '../nodeIds.ts'

export const Observation: ObservationResolvers = {
  nodeId: ({ id }) => nodeId('Observation', id),
  conversation: ofEntry(({ conversationId }, _, { scope }) => scope.reads.conversation(conversationId), null),
  message: ofEntry(({ messageId }, _, { scope }) => maybe(scope, 'message', messageId), null),
  entity: ofFact('ENTITY', (id, { scope }) => scope.reads.entity(id)),
  relationship: ofFact('RELATIONSHIP', (id, { scope }) => scope.reads.relationship(id)),
  text: ofEntry(({ blocks, marker, erased }) => (erased ? null : (textOf(blocks) ?? marker?.summary ?? null)), null),
  content: ofEntry(({ blocks, marker, erased }) => (marker || erased ? null : blocks), null),
  erased: ({ erased }) => erased !== undefined,
  erasure: ({ erased }, _, { scope }) => (erased ? erasureShown(scope, erased.by) : null),
  fields: (observation) => ('erased' in observation ? {} : observation.fields),
  attachments: ofEntry(({ blocks }, _, { scope }) => attachmentsOf(scope, blocks), []),
  estimatedCostUsd: ofEntry((observation, _, { scope }) => turnEstimate(scope, observation), null),
  metadata: ofEntry(({ metadata }) => metadata, {}),
  parent: ofEntry(({ place }, _, { scope }) => maybe(scope, 'observation', place?.parentId), null),
  parents: ofEntry(
    ({ place }, _, { scope }) => Promise.all(parentIds(place).map((id) => existing(scope, 'observation', id))),
    [],
  ),
  copyOf: ofEntry(({ copyOf }, _, { scope }) => maybe(scope, 'observation', copyOf), null),
  restates: ofEntry(({ restates }, _, { scope }) => maybe(scope, 'observation', restates), null),
  turn: ofEntry(({ place }) => place?.turn ?? null, null),
  depth: ofEntry(({ place }) => place?.depth ?? null, null),
  pathHash: ofEntry(({ place }) => place?.pathHash ?? null, null),
  isLeaf: ofEntry((observation, _, { scope }) => isLeaf(scope, observation), false),
  annotations: async ({ id }, _, { scope }) => (await scope.reads.annotations(id))?.values ?? {},
  ancestors: ofEntry((observation, page: PageArguments, { scope }) => ancestorsPage(scope, observation, page), noPage),
  children: ({ id }, page, { scope }) => listPage(scope, 'children', id, page),
  siblings: ofEntry((observation, page: PageArguments, { scope }) => siblingsPage(scope, observation, page), noPage),
  descendants: ofEntry(
    (observation, page: Forward & { maxDepth?: number | null }, { scope }) => descendantsPage(scope, observation, page),
    noPage,
  ),
  leaves: ofEntry((observation, page: Forward, { scope }) => leavesBelowPage(scope, observation, page), noPage),
  conversations: ofEntry(
    (observation, page: Forward, { scope }) => conversationsOfPage(scope, observation, page),
    noPage,
  ),
  path: ofEntry((observation, { to }: { to: string }, { scope }) => pathBetween(scope, observation, to), null),
  isAncestorOf: ofEntry(
    (observation, { id }: { id: string }, { scope }) => isAncestorOf(scope, observation, id),
    false,
  ),
}

/** Resolves a field that the entries of a conversation have; of a fact it is `none`. */
function ofEntry<A, R, N>(resolve: (entry: Entry, args: A, context: Context) => R, none: N) {
  return (observation: Entry | Fact, args: A, context: Context): R | N =>
    'ownerKind' in observation ? none : resolve(observation, args, context)
}

/** Resolves whose fact it is; null for a fact of something else, and for the entries of a conversation. */
function ofFact<R>(ownerKind: Fact['ownerKind'], resolve: (id: string, context: Context) => R) {
  return (observation: Entry | Fact, _: unknown, context: Context): R | null =>
    'ownerKind' in observation && observation.ownerKind === ownerKind ? resolve(observation.ownerId, context) : null
}

export const Event: EventResolvers = {
  nodeId: ({ id }) => nodeId('Event', id),
  conversation: ({ conversationId }, _, { scope }) =>
    conversationId === null ? null : scope.reads.conversation(conversationId),
  headFrom: ({ head }, _, { scope }) => maybe(scope, 'observation', head?.from),
  headTo: ({ head }, _, { scope }) => maybe(scope, 'observation', head?.to),
  observations: (event, _, { scope }) => observationsOfEvent(scope, event),
  observationCount: (event) => storedBy(event),
}

function parentIds(place: Place | null): readonly string[] {
  return place === null ? [] : [...(place.parentId === null ? [] : [place.parentId]), ...place.otherParents]
}
