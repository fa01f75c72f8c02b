import type { Forward } from '../../app/lists.ts'
import {
  ancestorsPage,
  attachmentsOf,
  descendantsPage,
  holdersPage,
  isAncestorOf,
  isLeaf,
  leavesBelowPage,
  listPage,
  noPage,
  pathBetween,
  siblingsPage,
} from '../../app/queries.ts'
import type { PageArguments } from '../../app/transcripts.ts'
import { textOf } from '../../domain/blocks.ts'
import type { Observation as Entry, Place } from '../../domain/model.ts'
import type { Fact } from '../../domain/things.ts'
import type { Context } from '../context.ts'
import type { EventResolvers, ObservationResolvers } from '../generated.ts'
import { existing, maybe } from '../named.ts'
import { nodeId } from '../nodeIds.ts'

export const Observation: ObservationResolvers = {
  nodeId: ({ id }) => nodeId('Observation', id),
  conversation: ofEntry(({ conversationId }, _, { act }) => act.reads.conversation(conversationId), null),
  message: ofEntry(({ messageId }, _, { act }) => maybe(act, 'message', messageId), null),
  entity: ofFact('ENTITY', (id, { act }) => act.reads.entity(id)),
  relationship: ofFact('RELATIONSHIP', (id, { act }) => act.reads.relationship(id)),
  text: ofEntry(({ blocks, marker }) => textOf(blocks) ?? marker?.summary ?? null, null),
  content: ofEntry(({ blocks, marker }) => (marker ? null : blocks), null),
  attachments: ofEntry(({ blocks }, _, { act }) => attachmentsOf(act, blocks), []),
  metadata: ofEntry(({ metadata }) => metadata, {}),
  parent: ofEntry(({ place }, _, { act }) => maybe(act, 'observation', place?.parentId), null),
  parents: ofEntry(
    ({ place }, _, { act }) => Promise.all(parentIds(place).map((id) => existing(act, 'observation', id))),
    [],
  ),
  copyOf: ofEntry(({ copyOf }, _, { act }) => maybe(act, 'observation', copyOf), null),
  turn: ofEntry(({ place }) => place?.turn ?? null, null),
  depth: ofEntry(({ place }) => place?.depth ?? null, null),
  pathHash: ofEntry(({ place }) => place?.pathHash ?? null, null),
  isLeaf: ofEntry((observation, _, { act }) => isLeaf(act, observation), false),
  ancestors: ofEntry((observation, page: PageArguments, { act }) => ancestorsPage(act, observation, page), noPage),
  children: ({ id }, page, { act }) => listPage(act, 'children', id, page),
  siblings: ofEntry((observation, page: PageArguments, { act }) => siblingsPage(act, observation, page), noPage),
  descendants: ofEntry(
    (observation, page: Forward & { maxDepth?: number | null }, { act }) => descendantsPage(act, observation, page),
    noPage,
  ),
  leaves: ofEntry((observation, page: Forward, { act }) => leavesBelowPage(act, observation, page), noPage),
  conversations: ofEntry((observation, page: Forward, { act }) => holdersPage(act, observation, page), noPage),
  path: ofEntry((observation, { to }: { to: string }, { act }) => pathBetween(act, observation, to), null),
  isAncestorOf: ofEntry((observation, { id }: { id: string }, { act }) => isAncestorOf(act, observation, id), false),
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
  conversation: ({ conversationId }, _, { act }) =>
    conversationId === null ? null : act.reads.conversation(conversationId),
}

function parentIds(place: Place | null): readonly string[] {
  return place?.parentId ? [place.parentId, ...place.otherParents] : []
}
