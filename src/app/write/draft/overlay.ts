import type { Conversation, Observation } from '../../../domain/model.ts'
import type { Range } from '../../../storage/graphStore.ts'
import { numberOn } from '../../read/paths.ts'
import type { Reads } from '../../read/reads.ts'
import { pairName, type ChangeSet } from './changeSet.ts'

/** Returns reads that answer from changes that are not written yet, as they are then, and ask `reads` for the rest. */
export function overlay(reads: Reads, changes: ChangeSet): Reads {
  const segment = (id: string) => changes.segments.get(id)?.value ?? changes.tips.get(id)
  const overlaid: Reads = {
    ...reads,
    conversation: async (id) => changes.conversations.get(id)?.conversation ?? reads.conversation(id),
    message: async (id) => changes.messages.get(id)?.value ?? reads.message(id),
    observation: async (id) => changes.observations.get(id) ?? changes.heads.get(id) ?? reads.observation(id),
    segment: async (id) => segment(id) ?? reads.segment(id),
    segmentNow: async (id) => segment(id) ?? reads.segmentNow(id),
    attachment: async (id) => changes.attachments.get(id) ?? reads.attachment(id),
    junction: async (...pair) => changes.junctions.get(pairName(...pair)) ?? reads.junction(...pair),
    run: async (...pair) => changes.runs.get(pairName(...pair)) ?? reads.run(...pair),
    lineage: async (id) => {
      const draft = changes.conversations.get(id)
      return draft?.isNew === true ? lineageOf(overlaid, draft.conversation) : reads.lineage(id)
    },
    range: async (range) => {
      const nodes = nodesIn(changes, range)
      return nodes.length === 0 ? reads.range(range) : joined(await reads.range(range), nodes)
    },
  }
  return overlaid
}

/** The store knows no lineage of a fork that is not written yet: it is its source's, with that first. */
async function lineageOf(reads: Reads, { forkedFrom }: Conversation): Promise<Conversation[]> {
  const source = forkedFrom && (await reads.conversation(forkedFrom.conversationId))
  return source ? [source, ...(await reads.lineage(source.id))] : []
}

/** Returns the nodes of changes that lie in a range, in their order. */
export function nodesIn({ nodesOf }: ChangeSet, { segmentId, axis, from, to }: Range): Observation[] {
  return (nodesOf.get(segmentId) ?? []).filter(({ place }) => {
    const number = place && numberOn(axis, place)
    return number != null && number >= from && number <= to
  })
}

/** Returns both without doubles: changes may have been written when the store was asked, and come behind what was there. */
export function joined(stored: readonly Observation[], changed: readonly Observation[]): Observation[] {
  const known = new Set(stored.map(({ id }) => id))
  return [...stored, ...changed.filter(({ id }) => !known.has(id))]
}
