import type { Instant, Json, ObservationId } from '../model.ts'
import { canonicalJson } from '../tree/pathHash.ts'

/** How the present value of one field is chosen among stores (spec N-21). */
export type Strategy = 'last_write' | 'highest_priority' | 'most_specific' | 'merge_array'

/** What one observation says of one field; null clears it. */
export interface FieldClaim {
  readonly value: Json
  readonly id: ObservationId
  readonly isCorrection: boolean
  readonly priority: number
  readonly specificity: number | null
  readonly sourceKind: string | null
  readonly observedAt: Instant
}

/** The chosen value of a field and the observation behind it; null where the field has none. */
export type Chosen = { readonly value: Json; readonly id: ObservationId } | null

/** A total order: negative when `a` is the one to take. */
type Order = (a: FieldClaim, b: FieldClaim) => number

/** Kinds of sources from the one to be trusted most; one that is not said is a summary (spec N-7). */
const trust = ['sensor', 'workflow_state', 'llm_summary', 'human', 'import', 'sync']
const unsaid = trust.indexOf('llm_summary')
const distrust = (kind: string | null) => {
  const at = kind === null ? unsaid : trust.indexOf(kind)
  return at < 0 ? trust.length : at
}

const latest: Order = compareLater
const highestPriority: Order = (a, b) =>
  b.priority - a.priority || distrust(a.sourceKind) - distrust(b.sourceKind) || latest(a, b)
const mostSpecific: Order = (a, b) => (b.specificity ?? 0) - (a.specificity ?? 0) || latest(a, b)

/** Negative when `a` is the later of two: by its time, ties to the smaller id (spec N-19). */
export function compareLater(
  a: { readonly observedAt: Instant; readonly id: string },
  b: { readonly observedAt: Instant; readonly id: string },
): number {
  if (a.observedAt !== b.observedAt) return a.observedAt > b.observedAt ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** How each strategy chooses among what was said of a field, in whatever order that comes; there is at least one. */
export const strategies: Readonly<Record<Strategy, (sayings: readonly FieldClaim[]) => Chosen>> = {
  last_write: chosenBy(latest),
  highest_priority: chosenBy(highestPriority),
  most_specific: chosenBy(mostSpecific),
  merge_array: merged,
}

/** Corrections come before stores, and the last one holds. */
function chosenBy(order: Order): (sayings: readonly FieldClaim[]) => Chosen {
  return (sayings) => {
    const [best] = [...strongest(sayings)].sort(sayings.some(isCorrection) ? latest : order)
    return best === undefined || best.value === null ? null : { value: best.value, id: best.id }
  }
}

const isCorrection = (saying: FieldClaim) => saying.isCorrection

/** The corrections, or what was stored when there are none. */
function strongest(sayings: readonly FieldClaim[]): readonly FieldClaim[] {
  const corrections = sayings.filter(isCorrection)
  return corrections.length > 0 ? corrections : sayings
}

/**
 * The union of what the highest priority said, oldest first, each element once. A null empties what was said before it
 * at that priority (spec N-22, N-23).
 */
function merged(sayings: readonly FieldClaim[]): Chosen {
  const candidates = strongest(sayings)
  const top = candidates.reduce((best, { priority }) => Math.max(best, priority), -Infinity)
  const fieldClaims = candidates.filter(({ priority }) => priority === top).sort((a, b) => latest(b, a))
  const since = fieldClaims.slice(
    Math.max(
      0,
      fieldClaims.findLastIndex(({ value }) => value === null),
    ),
  )
  const elements = new Map(since.flatMap(({ value }) => elementsOf(value)).map((one) => [canonicalJson(one), one]))
  const last = since.at(-1)
  return last ? { value: [...elements.values()], id: last.id } : null
}

function elementsOf(value: Json): readonly Json[] {
  if (value === null) return []
  if (typeof value === 'string') return parsedArray(value) ?? [value]
  return Array.isArray(value) ? (value as readonly Json[]) : [value]
}

/** A text that looks like a JSON array and is one: clients send lists so (spec N-23). */
function parsedArray(text: string): readonly Json[] | null {
  if (!/^\s*\[.*\]\s*$/su.test(text)) return null
  try {
    return JSON.parse(text) as readonly Json[]
  } catch {
    return null
  }
}
