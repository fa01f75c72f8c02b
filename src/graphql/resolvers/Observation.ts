import { ancestorsPage, isAncestorOf, isLeaf, listPage, pathBetween, siblingsPage } from '../../app/queries.ts'
import { textOf } from '../../domain/blocks.ts'
import type { Place } from '../../domain/model.ts'
import type { EventResolvers, ObservationResolvers } from '../generated.ts'
import { existing, maybe } from '../named.ts'
import { nodeId } from '../nodeIds.ts'

export const Observation: ObservationResolvers = {
  nodeId: ({ id }) => nodeId('Observation', id),
  conversation: ({ conversationId }, _, { act }) => act.reads.conversation(conversationId),
  message: ({ messageId }, _, { act }) => maybe(act, 'message', messageId),
  text: ({ blocks, marker }) => textOf(blocks) ?? marker?.summary ?? null,
  content: ({ blocks, marker }) => (marker ? null : blocks),
  parent: ({ place }, _, { act }) => maybe(act, 'observation', place?.parentId),
  parents: ({ place }, _, { act }) => Promise.all(parentIds(place).map((id) => existing(act, 'observation', id))),
  copyOf: ({ copyOf }, _, { act }) => maybe(act, 'observation', copyOf),
  turn: ({ place }) => place?.turn ?? null,
  depth: ({ place }) => place?.depth ?? null,
  pathHash: ({ place }) => place?.pathHash ?? null,
  isLeaf: (observation, _, { act }) => isLeaf(act, observation),
  ancestors: (observation, page, { act }) => ancestorsPage(act, observation, page),
  children: ({ id }, page, { act }) => listPage(act, 'children', id, page),
  siblings: (observation, page, { act }) => siblingsPage(act, observation, page),
  path: (observation, { to }, { act }) => pathBetween(act, observation, to),
  isAncestorOf: (observation, { id }, { act }) => isAncestorOf(act, observation, id),
}

export const Event: EventResolvers = {
  nodeId: ({ id }) => nodeId('Event', id),
  conversation: ({ conversationId }, _, { act }) =>
    conversationId === null ? null : act.reads.conversation(conversationId),
}

function parentIds(place: Place | null): readonly string[] {
  return place?.parentId ? [place.parentId, ...place.otherParents] : []
}
