import type { Tenant } from '../../../domain/model.ts'
import type { Changes } from '../../../domain/changes.ts'
import { eventProperties } from './eventRows.ts'
import {
  int,
  messageProperties,
  observationProperties,
  segmentProperties,
  tipProperties,
  type Properties,
} from '../properties/rows.ts'
import type { Rollup } from '../../../domain/usage/rollup.ts'
import { firstPart } from '../rollups/rows.ts'
import { shortRow } from './shortRow.ts'
import { holdsRecords } from '../records/records.ts'

/** Returns the row of APPEND for changes that store one turn in a conversation that is there; null for all others. */
export function appendRow(tenant: Tenant, changes: Changes, rollup: Rollup): Properties | null {
  const { conversations, messages, observations, segments, events } = changes
  const [conversation] = conversations
  const [message] = messages
  const [observation] = observations
  const [segment] = segments
  if (holdsRecords(changes)) return null
  if (!conversation || !message || !observation || !segment || !isOfOneEach(changes)) return null
  const { id } = conversation.value
  if (conversation.expected === null || events[0].conversationId !== id || message.value.conversationId !== id)
    return null
  const { place } = observation
  if (observation.messageId !== message.value.id || place?.segmentId !== segment.value.id) return null
  const { exit } = segment.isNew ? segment.value : { exit: null }
  const counted = firstPart(tenant, rollup)
  if (counted === null) return null
  return {
    ...shortRow(tenant, changes, conversation),
    messageId: message.value.id,
    isNewMessage: message.isNew,
    parentId: place.parentId,
    segmentId: segment.value.id,
    isNewSegment: segment.isNew,
    exitId: exit?.segmentId ?? null,
    exitDepth: exit && int(exit.depth),
    observation: observationProperties(tenant, observation),
    message: messageProperties(tenant, message.value, observation.id === message.value.latestId ? observation : null),
    segment: segment.isNew ? segmentProperties(tenant, segment.value) : tipProperties(tenant, segment.value),
    event: eventProperties(tenant, events[0]),
    ...counted.sums,
    answerId: counted.answer?.['id'] ?? null,
    answers: counted.answer ? [counted.answer] : [],
  }
}

function isOfOneEach(changes: Changes): boolean {
  const ones = [changes.conversations, changes.messages, changes.observations, changes.segments, changes.events]
  const nones = [changes.junctions, changes.rawChunks, changes.importMarks]
  const other = changes.messages[0]?.value.supersedesId ?? changes.observations[0]?.place?.otherParents[0]
  return ones.every(({ length }) => length === 1) && nones.every(({ length }) => length === 0) && other === undefined
}
