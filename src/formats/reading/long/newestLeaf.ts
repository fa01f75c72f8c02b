import { rest, SmallSteps, type Resting } from '../../breaths.ts'
import type { Instant } from '../../../domain/model.ts'

/** An entry of a tree with its parent and its time. */
export interface TimedPlace {
  readonly id: string
  readonly parent: string | null
  readonly at: Instant | null
}

/** Returns the leaf of the newest time, the last one of several; null where there is none. */
export function* newestLeaf(places: readonly TimedPlace[]): Resting<string | null> {
  const steps = new SmallSteps()
  const parents = new Set<string | null>()
  for (const { parent } of places) {
    parents.add(parent)
    if (steps.areMany()) yield rest
  }
  let newest: TimedPlace | null = null
  for (const place of places) {
    if (steps.areMany()) yield rest
    if (parents.has(place.id)) continue
    if (newest === null || (place.at ?? '') >= (newest.at ?? '')) newest = place
  }
  return newest?.id ?? null
}
