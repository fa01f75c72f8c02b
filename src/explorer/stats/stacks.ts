import { beginOf, spansOf } from './days.ts'

/** What was spent on a day by a model. */
export interface SpentCell {
  readonly keys: readonly string[]
  readonly totals: { readonly inputTokens: number; readonly outputTokens: number; readonly cacheReadTokens: number }
}

/** A bar of several colours. */
export interface Stack {
  /** Its first day. */
  readonly day: string
  /** Tokens by model, in the order of the models. */
  readonly parts: readonly number[]
}

/** Models that have a colour of their own; all further ones share one. */
const mostModels = 6
export const others = 'others'

/** Returns tokens over time by model, the models of most tokens first: gaps stay gaps, and of many days there are weeks or months. */
export function stacksOf(cells: readonly SpentCell[]): {
  readonly unit: 'day' | 'week' | 'month'
  readonly models: readonly string[]
  readonly stacks: readonly Stack[]
} {
  const spent = cells.map(({ keys: [day = '', model = ''], totals }) => ({
    ...{ day, model: model || 'no model named' },
    messages: totals.inputTokens + totals.outputTokens + totals.cacheReadTokens,
  }))
  const { unit, spans } = spansOf(spent)
  const sums = new Map<string, number>()
  for (const { model, messages } of spent) sums.set(model, (sums.get(model) ?? 0) + messages)
  const sorted = [...sums].sort(([a, most], [b, more]) => more - most || (a < b ? -1 : 1)).map(([model]) => model)
  const isMany = sorted.length > mostModels
  const models = isMany ? [...sorted.slice(0, mostModels - 1), others] : sorted
  const indexOf = (model: string): number => {
    const at = models.indexOf(model)
    return at === -1 ? models.length - 1 : at
  }
  const parts = new Map(spans.map(({ day }) => [day, models.map(() => 0)]))
  for (const { day, model, messages } of spent) {
    const bar = parts.get(beginOf(Date.parse(day), unit))
    const at = indexOf(model)
    if (bar) bar[at] = (bar[at] ?? 0) + messages
  }
  return { unit, models, stacks: spans.map(({ day }) => ({ day, parts: parts.get(day) ?? [] })) }
}
