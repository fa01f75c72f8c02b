import type { ConversationId, Exit, Observation, Place, Segment, TreeNode } from '../../domain/model.ts'
import { noPrompts, promptsAfter } from '../../domain/prompts/pathPrompts.ts'
import { pricingAfter } from '../../domain/usage/pathPricing.ts'
import { advanced, continuesSegment, opened, type SegmentEnd } from '../../domain/tree/segments.ts'
import type { Unsegmented } from '../../formats/ndjson/values.ts'
import type { Scratch } from '../../formats/scratch.ts'
import type { Scope } from '../scope.ts'

/** A node's place in its segment, and the sums of its path. */
interface Slot extends Exit, Pick<Place, 'usage' | 'pricing' | 'prompts'> {
  readonly conversationId: ConversationId
}

/** Gives nodes their segments, as they would have had them if they had been stored one after the other. */
export interface Segmenting {
  /** Returns the node with its segment and the sums of its path that no file holds; its parent came before, or is in the store. */
  seated(node: Unsegmented): Promise<Observation>
  /** Returns the segments that are new or have grown since the last time. */
  changed(): Segment[]
}

/** Returns what gives the nodes of a backup their segments, in bounded memory. */
export function segmenting(scope: Scope, scratch: Scratch): Segmenting {
  const seats = scratch.map<Slot>('seats')
  const segments = scratch.map<Segment>('segments')
  let changed = new Map<string, Segment>()

  const segmentOf = async (id: string): Promise<Segment> => {
    const known = changed.get(id) ?? segments.get(id)
    if (known) return known
    const [segment] = await scope.store.segments([id])
    if (!segment) throw new Error(`The segment "${id}" is not there.`)
    segments.set(id, segment)
    return segment
  }
  const seatOf = async (id: string): Promise<Slot> => {
    const known = seats.get(id)
    if (known) return known
    const [node] = (await scope.store.observations([id])) as (TreeNode | null)[]
    if (!node) throw new Error(`The observation "${id}" is not there.`)
    const { segmentId, depth, turns, entries, usage, pricing, prompts } = node.place
    return { segmentId, depth, turns, entries, usage, pricing, prompts, conversationId: node.conversationId }
  }
  const endAt = async (parent: Slot | null): Promise<SegmentEnd | null> => {
    if (parent === null) return null
    const { conversationId, segmentId, usage: _, pricing: __, prompts: ___, ...place } = parent
    return { segment: await segmentOf(segmentId), place, recordedIn: conversationId }
  }
  return {
    async seated(node) {
      const { place, ...rest } = node
      if (place === null) return { ...rest, place }
      const { id, conversationId, ingestedAt } = node
      const parent = place.parentId === null ? null : await seatOf(place.parentId)
      const end = await endAt(parent)
      const tip = { id, depth: place.depth, at: ingestedAt }
      const jumpId = end?.segment.jump?.segmentId
      const segment =
        end && continuesSegment(end, conversationId)
          ? advanced(end.segment, tip)
          : opened(id, conversationId, end, jumpId === undefined ? null : await segmentOf(jumpId), tip)
      changed.set(segment.id, segment)
      const { depth, turns, entries, usage } = place
      const prompts = promptsAfter(parent?.prompts ?? noPrompts, node, depth)
      const pricing = pricingAfter(parent, node, usage)
      seats.set(id, { segmentId: segment.id, depth, turns, entries, conversationId, usage, pricing, prompts })
      return { ...rest, place: { ...place, segmentId: segment.id, pricing, prompts } }
    },
    changed() {
      const all = [...changed.values()]
      for (const segment of all) segments.set(segment.id, segment)
      changed = new Map()
      return all
    },
  }
}
