/** A bar of a chart over time. */
export interface Span {
  /** Its first day. */
  readonly day: string
  readonly count: number
}

/** Of more days than these, weeks are drawn. */
const mostDays = 120
const dayMs = 86_400_000

/** Returns counts by day without a gap, by week where there are too many days to draw, by month where there are too many weeks. */
export function spansOf(days: readonly { readonly day: string; readonly messages: number }[]): {
  readonly unit: 'day' | 'week' | 'month'
  readonly spans: readonly Span[]
} {
  const times = days.map(({ day }) => Date.parse(day)).filter((time) => !Number.isNaN(time))
  const [first, last] = [Math.min(...times), Math.max(...times)]
  if (times.length === 0) return { unit: 'day', spans: [] }
  const length = (last - first) / dayMs + 1
  const unit = length <= mostDays ? 'day' : length <= mostDays * 7 ? 'week' : 'month'
  const counts = new Map<string, number>()
  for (const { day, messages } of days) {
    const key = beginOf(Date.parse(day), unit)
    counts.set(key, (counts.get(key) ?? 0) + messages)
  }
  const spans: Span[] = []
  for (let time = Date.parse(beginOf(first, unit)); time <= last; time = nextOf(time, unit)) {
    const day = new Date(time).toISOString().slice(0, 10)
    spans.push({ day, count: counts.get(day) ?? 0 })
  }
  return { unit, spans }
}

/** Returns the first day of the span that a time lies in. */
export function beginOf(time: number, unit: 'day' | 'week' | 'month'): string {
  const date = new Date(time)
  if (unit === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  if (unit === 'month') date.setUTCDate(1)
  return date.toISOString().slice(0, 10)
}

function nextOf(time: number, unit: 'day' | 'week' | 'month'): number {
  const date = new Date(time)
  if (unit === 'month') date.setUTCMonth(date.getUTCMonth() + 1)
  else date.setUTCDate(date.getUTCDate() + (unit === 'week' ? 7 : 1))
  return date.getTime()
}
