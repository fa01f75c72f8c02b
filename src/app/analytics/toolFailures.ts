import type { Groups } from './groups.ts'
import { weekOf } from './usageBy.ts'

/** How often a tool failed, and when. */
export interface ToolFailure {
  readonly name: string
  readonly calls: number
  readonly errors: number
  /** The Monday of the first week. */
  readonly since: string
  readonly weeks: readonly number[]
  /** Read when it is asked for, once for all tools. */
  readonly reason: () => Promise<string | null>
}

const mostWeeks = 52
const weekMs = 7 * 86_400_000

/** Returns the tools of most failures, each with its failures a week; weeks without a failure are 0. */
export async function toolFailures(
  groups: Groups,
  top: number,
  reasons: () => Promise<ReadonlyMap<string, string>>,
): Promise<ToolFailure[]> {
  const cells = await groups.cells('tools', 'cell')
  const last = cells.reduce(
    (latest, { keys }) => (weekOf(keys['day'] ?? '') > latest ? weekOf(keys['day'] ?? '') : latest),
    '',
  )
  const tools = new Map<string, { calls: number; errors: number; weeks: Map<string, number> }>()
  for (const { keys, sums } of cells) {
    // A failure whose call is not there is no tool's.
    if (!keys['tool']) continue
    const known = tools.get(keys['tool']) ?? { calls: 0, errors: 0, weeks: new Map<string, number>() }
    const [week, errors] = [weekOf(keys['day'] ?? ''), sums['errors'] ?? 0]
    known.weeks.set(week, (known.weeks.get(week) ?? 0) + errors)
    tools.set(keys['tool'], { ...known, calls: known.calls + (sums['calls'] ?? 0), errors: known.errors + errors })
  }
  return [...tools]
    .filter(([, { errors }]) => errors > 0)
    .sort(([a, one], [b, other]) => other.errors - one.errors || (a < b ? -1 : 1))
    .slice(0, top)
    .map(([name, { calls, errors, weeks }]) => ({
      ...{ name, calls, errors, ...inWeeks(weeks, last) },
      reason: async () => (await reasons()).get(name) ?? null,
    }))
}

/** All weeks from the first one of the tool to the last one of any, at most a year of them. */
function inWeeks(weeks: ReadonlyMap<string, number>, last: string): Pick<ToolFailure, 'since' | 'weeks'> {
  const first = [...weeks.keys()].reduce((least, week) => (week < least ? week : least), last)
  const count = Math.min(mostWeeks, 1 + Math.round((Date.parse(last) - Date.parse(first)) / weekMs))
  const all = Array.from({ length: count }, (_, k) =>
    new Date(Date.parse(last) - (count - 1 - k) * weekMs).toISOString().slice(0, 10),
  )
  return { since: all[0] ?? last, weeks: all.map((week) => weeks.get(week) ?? 0) }
}
