import type { Observation } from '../../../domain/model.ts'
import type { Range } from '../../../storage/graphStore.ts'
import type { Scope } from '../../scope.ts'
import type { Draft } from '../../write/draft/draft.ts'
import { numberOn } from '../../read/paths.ts'

/** Returns the scope with reads that see what the drafts of other conversations in the same write hold already. */
export function withDrafts(scope: Scope, drafts: ReadonlyMap<string, Draft>, own: string): Scope {
  const { reads } = scope
  const observation = (id: string) => first(drafts, (draft) => draft.observations.get(id))
  const segment = (id: string) => first(drafts, (draft) => draft.segments.get(id)?.value)
  const drafted = (range: Range) =>
    [...drafts.values()].filter(({ conversation }) => conversation.id !== own).flatMap((draft) => nodesIn(draft, range))
  return {
    ...scope,
    reads: {
      ...reads,
      observation: async (id) => observation(id) ?? reads.observation(id),
      segment: async (id) => segment(id) ?? reads.segment(id),
      segmentNow: async (id) => segment(id) ?? reads.segmentNow(id),
      range: async (range) => [...(await reads.range(range)), ...drafted(range)],
    },
  }
}

function nodesIn(draft: Draft, { segmentId, axis, from, to }: Range): Observation[] {
  if (!draft.segments.has(segmentId)) return []
  return [...draft.observations.values()].filter(({ place }) => {
    const number = place?.segmentId === segmentId ? numberOn(axis, place) : null
    return number !== null && number >= from && number <= to
  })
}

function first<T>(drafts: ReadonlyMap<string, Draft>, find: (draft: Draft) => T | undefined): T | undefined {
  for (const draft of drafts.values()) {
    const result = find(draft)
    if (result !== undefined) return result
  }
  return undefined
}
