import type { Observation, ObservationId, SidechainPolicy, Span } from '../model.ts'

/** A stretch of a path that CONTEXT hides, and what it keeps of it. */
export interface Hiding {
  /** The marker. */
  readonly id: ObservationId
  readonly span: Span
  /** In the order in which they are shown. */
  readonly keep: readonly Span[]
  readonly hasSummary: boolean
  /** How many of those that it keeps stand before its summary. */
  readonly summaryAt: number
  /** What becomes of the sidechains of the turns that it drops; null where it drops none. */
  readonly sidechains: SidechainPolicy | null
}
/** What a marker does: it hides a stretch, or cancels another marker. */
export interface MarkerRule {
  readonly hiding: Hiding | null
  readonly cancels: ObservationId | null
}
/** What is shown of a path: stretches of it, and summaries in place of what is hidden. */
export type ContextSpan = ({ readonly kind: 'nodes' } & Span) | { readonly kind: 'summary'; readonly id: ObservationId }

/** Returns what a node does to the reading of its path; nothing where it is no marker. */
export function ruleOf({ id, marker }: Pick<Observation, 'id' | 'marker'>): MarkerRule {
  if (marker === null) return { hiding: null, cancels: null }
  const { span, keep, summary, sidechains, cancels } = marker
  if (span === null) return { hiding: null, cancels }
  const at = keep.findIndex(isSummaryPlace)
  const within = (some: readonly Span[]) => some.flatMap((one) => (doOverlap(one, span) ? [common(one, span)] : []))
  const before = at < 0 ? [] : disjoint(within(keep.slice(0, at)))
  const spans = disjoint([...before, ...within(keep.slice(at + 1))], before.length)
  return {
    hiding: { id, span, keep: spans, hasSummary: summary !== null, summaryAt: before.length, sidechains },
    cancels,
  }
}

/** Among the stretches that a marker keeps: there its summary stands, where that is not before them all. */
export const summaryPlace: Span = { from: 1, to: 0 }
export const isSummaryPlace = ({ from, to }: Span) => to < from

/** Returns what holds of all markers of a path, root first: each that hides something and that no later one cancels. */
export function holding(rules: readonly MarkerRule[]): Hiding[] {
  const cancelled = new Set(rules.flatMap(({ cancels }) => cancels ?? []))
  return rules.flatMap(({ hiding }) => (hiding === null || cancelled.has(hiding.id) ? [] : [hiding]))
}

/** Returns a marker that a new span would overlap in part, or what that one keeps; null where they nest (design §6). */
export function overlapped(holds: readonly Hiding[], span: Span): Hiding | null {
  const parts = (other: Span) => doOverlap(other, span) && !isWithin(other, span) && !isWithin(span, other)
  return holds.find((one) => parts(one.span) || (isWithin(span, one.span) && one.keep.some(parts))) ?? null
}

/**
 * Returns what a model would be sent of the stretch `whole`: spans left out, a summary in place of each, and what a
 * marker keeps, in its order, around its summary. Spans nest and never overlap in part, so of nested ones the outermost speaks, of equal
 * ones the latest; within what one keeps, those that lie there wholly speak as well (design §6).
 */
export function shownOf(hiding: readonly Hiding[], whole: Span): ContextSpan[] {
  const outermost = outermostOf(hiding.filter(({ span }) => isWithin(span, whole)))
  const contextSpans: ContextSpan[] = []
  let next = whole.from
  const show = (to: number) => {
    if (next <= to) contextSpans.push({ kind: 'nodes', from: next, to })
    next = Math.max(next, to + 1)
  }
  for (const outer of outermost) {
    show(outer.span.from - 1)
    const inner = outer.keep.length === 0 ? [] : hiding.filter((one) => one !== outer)
    const remaining = outer.keep.map((one) => shownOf(inner, one))
    contextSpans.push(...remaining.slice(0, outer.summaryAt).flat())
    if (outer.hasSummary) contextSpans.push({ kind: 'summary', id: outer.id })
    contextSpans.push(...remaining.slice(outer.summaryAt).flat())
    next = Math.max(next, outer.span.to + 1)
  }
  show(whole.to)
  return contextSpans
}

/** Sorted, widest first and of equal ones the latest, each is hidden by one before it that reaches as far. */
function outermostOf(hiding: readonly Hiding[]): Hiding[] {
  const order = new Map(hiding.map((one, i) => [one, i]))
  const latest = (one: Hiding) => order.get(one) ?? 0
  const sorted = [...hiding].sort((a, b) => a.span.from - b.span.from || b.span.to - a.span.to || latest(b) - latest(a))
  // Before the first node stands what sums up nothing that is here.
  let reach = -2
  return sorted.filter(({ span }) => {
    const isOutside = span.to > reach
    reach = Math.max(reach, span.to)
    return isOutside
  })
}

function isWithin(span: Span, whole: Span): boolean {
  return span.from >= whole.from && span.to <= whole.to
}

function doOverlap(a: Span, b: Span): boolean {
  return a.from <= b.to && b.from <= a.to
}

function common(a: Span, b: Span): Span {
  return { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) }
}

/** Stretches in their order, each node once, where it comes first; neighbours joined, but not across `apart`. */
function disjoint(spans: readonly Span[], apart = 0): Span[] {
  const results: Span[] = []
  for (const [i, span] of spans.entries())
    for (const rest of without(span, results)) {
      const last = results.at(-1)
      if (last && i !== apart && rest.from === last.to + 1) results.splice(-1, 1, { from: last.from, to: rest.to })
      else results.push(rest)
    }
  return results
}

/** What is left of a stretch without some others, by rising number. */
function without(span: Span, others: readonly Span[]): Span[] {
  let uncovered = [span]
  for (const other of others)
    uncovered = uncovered.flatMap((one) =>
      doOverlap(one, other)
        ? [
            { from: one.from, to: other.from - 1 },
            { from: other.to + 1, to: one.to },
          ].filter(({ from, to }) => from <= to)
        : [one],
    )
  return uncovered
}
