import type { Record as DriverRecord } from 'neo4j-driver'
import type { Frontier } from '../../graphStore.ts'
import { conversationFrom, observationFrom, segmentFrom } from '../properties/rows.ts'
import { Torn } from '../reading/tornRead.ts'

/** Returns the three of a record; throws when the three are not of one commit: the head is of an older or newer one, or not there yet, or the tip is. */
export function frontierFrom(record: DriverRecord): Frontier {
  const conversation = conversationFrom(record.get('conversation'))
  const head = record.get('head') === null ? null : observationFrom(record.get('head'))
  const segment = record.get('segment') === null ? null : segmentFrom(record.get('segment'))
  if (conversation.headId !== (head?.id ?? null)) throw new Torn('The head is another one than the conversation says.')
  if (!head) return { conversation, head, segment: null }
  if (!head.place || !segment) throw new Torn('The head has no segment.')
  const behind = segment.tipDepth < head.place.depth
  if (behind || (segment.tipDepth === head.place.depth && segment.tipId !== head.id)) {
    throw new Torn('The segment ends before the head.')
  }
  return { conversation, head, segment }
}
