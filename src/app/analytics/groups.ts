import { answerSumNames } from '../../domain/usage/counters.ts'
import type { Rollup } from '../../domain/usage/rollup.ts'
import type { RollupKey, RollupKind, RollupQuery, RollupRow } from '../../storage/graphStore.ts'
import type { Scope } from '../scope.ts'
import { checkFolders, foldersOf } from '../read/folders.ts'
import { conversationsLeft, spanOf, type AnalyticsFilter, type TimeSpan } from './filter.ts'
import type { KnownConversation } from './conversations.ts'
import { countAnew } from './storedCounts.ts'
import { conversationOf } from '../read/view.ts'
import { own } from '../../runtime/own.ts'

/** A group of sums: what it is of ('' for all together), and its sums by their names. */
export interface Group {
  readonly key: string
  readonly sums: Sums
}
export type Sums = Readonly<Record<string, number>>

/** Sums of all that is equal in several names at once. */
export interface Cell {
  readonly keys: Readonly<Record<string, string>>
  readonly sums: Sums
}

/** Sums under one filter, each read once. */
export interface Groups {
  /** The largest groups, or all of them; those of moves are of every model and role. */
  of(kind: RollupKind, by: OneKey, limit?: number | null): Promise<readonly Group[]>
  /** The same whatever the models and roles. */
  ofAllRoles(kind: RollupKind, by: OneKey): Promise<readonly Group[]>
  /** Sums by day, role, model, and tool where they are of tools; by conversation or working directory as well. One may come in parts. */
  cells(kind: 'usage' | 'tools', by: CellKey): Promise<readonly Cell[]>
  /** The conversations that the filter leaves, times, models and roles aside. */
  conversations(): Promise<readonly KnownConversation[]>
}

const names: Readonly<Record<RollupKind, readonly string[]>> = {
  usage: ['messages', 'observations', ...answerSumNames],
  tools: ['calls', 'errors', ...answerSumNames],
  moves: ['count'],
}

/** What a cell is known by, in the order in which the store gives it. */
const cellNames = { usage: ['day', 'role', 'model'], tools: ['day', 'role', 'model', 'tool'] } as const

/** How fine the cells are: `row` for each conversation, `cwdCell` for each working directory. */
type CellKey = Extract<RollupKey, 'row' | 'cell' | 'cwdCell'>
/** What a group of one key is of. */
type OneKey = Exclude<RollupKey, CellKey>

function namesOfCell(kind: 'usage' | 'tools', by: CellKey): readonly string[] {
  const cell = cellNames[kind]
  return by === 'row' ? ['conversationId', ...cell] : by === 'cwdCell' ? [...cell, 'cwd'] : cell
}

const keyNames = {
  model: 'model',
  role: 'role',
  day: 'day',
  conversation: 'conversationId',
  tool: 'tool',
  kind: 'kind',
  cwd: 'cwd',
}

/** Returns the sums under a filter; refuses one that makes no sense. */
export function groupsOf(scope: Scope, filter: AnalyticsFilter): Groups {
  const span = spanOf(filter)
  checkFolders(scope.limits.list, filter, ['filter'])
  const conversations = memo(() => conversationsLeft(scope, filter))
  const ids = memo(async () => {
    const all = filter.conversationIds == null && foldersOf(filter) === null && filter.includeDeleted !== false
    return all ? null : (await conversations()).map(({ id }) => id)
  })
  const parts = memo(async () => countParts(scope, span, filter, await ids()))
  const read = async (kind: RollupKind, by: OneKey, filtered: AnalyticsFilter, limit: number | null) => {
    const whole = limit !== null && span.parts.length > 0 ? null : limit
    const query = queryOf(filtered, span, await ids())
    const rows = query === null ? [] : await scope.store.rollups({ ...query, kind, by, limit: whole })
    return added(
      rows.map((row) => groupOf(kind, row)),
      partGroups(await parts(), kind, by, filtered),
    )
  }
  const cells: Groups['cells'] = async (kind, by) => {
    const query = queryOf(filter, span, await ids())
    const rows = query === null ? [] : await scope.store.rollups({ ...query, kind, by, limit: null })
    const columns = namesOfCell(kind, by)
    const known = rows.map((row) => ({
      keys: Object.fromEntries(columns.map((name, k) => [name, row.keys[k] ?? ''])),
      sums: groupOf(kind, row).sums,
    }))
    const counted = partRows(await parts(), kind, filter).map((row) => ({
      keys: Object.fromEntries(columns.map((name) => [name, String(own(row, name))])),
      sums: sumsIn(row, kind),
    }))
    return [...known, ...counted]
  }
  return {
    cells,
    of: (kind, by, limit = null) => read(kind, by, filter, limit),
    ofAllRoles: (kind, by) => read(kind, by, { ...filter, models: null, roles: null }, null),
    conversations,
  }
}

/** Returns what makes a value once. */
export function memo<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => (made ??= make())
}

/** Null: no day counts whole. */
function queryOf(
  filter: AnalyticsFilter,
  { days }: TimeSpan,
  conversationIds: readonly string[] | null,
): Omit<RollupQuery, 'kind' | 'by' | 'limit'> | null {
  if (days === null) return null
  const { models = null, roles = null, includeExperiments } = filter
  return { ...days, conversationIds, models, roles, includeExperiments: includeExperiments === true }
}

/** What one conversation has in a part of a day, and its working directory ('' for none). */
type CountedPart = Rollup & { readonly cwd: string }

/** Returns what parts of days hold, recounted in the conversations that have anything on those days. */
export async function countParts(
  scope: Scope,
  { parts }: TimeSpan,
  { includeExperiments }: AnalyticsFilter,
  conversationIds: readonly string[] | null,
): Promise<readonly CountedPart[]> {
  const counted: CountedPart[] = []
  const any = {
    conversationIds,
    models: null,
    roles: null,
    includeExperiments: includeExperiments === true,
    limit: null,
  }
  for (const part of parts) {
    const day = part.from.slice(0, 10)
    const kinds = await Promise.all(
      (['usage', 'moves'] as const).map((kind) =>
        scope.store.rollups({ ...any, kind, by: 'conversation', from: day, to: day }),
      ),
    )
    const ids = [...new Set(kinds.flat().map(({ keys }) => keys[0] ?? ''))]
    const conversations = await Promise.all(ids.map((id) => conversationOf(scope, id)))
    for (const { id, cwd } of conversations) counted.push({ ...(await countAnew(scope, id, part)), cwd: cwd ?? '' })
  }
  return counted
}

function partGroups(rollups: readonly CountedPart[], kind: RollupKind, by: OneKey, filter: AnalyticsFilter): Group[] {
  return partRows(rollups, kind, filter).map((row) => ({
    key: by === 'total' ? '' : String(own(row, keyNames[by])),
    sums: sumsIn(row, kind),
  }))
}

function partRows(rollups: readonly CountedPart[], kind: RollupKind, { models, roles }: AnalyticsFilter): Row[] {
  const rows = rollups.flatMap((rollup) => rollup[kind].map((row): Row => ({ ...row, cwd: rollup.cwd })))
  return rows.filter(
    (row) =>
      kind === 'moves' ||
      ((models == null || models.includes(String(row['model']))) &&
        (roles == null || (roles as readonly string[]).includes(String(row['role'])))),
  )
}

type Row = Readonly<Record<string, unknown>>
const sumsIn = (row: Row, kind: RollupKind): Sums =>
  Object.fromEntries(names[kind].map((name) => [name, Number(own(row, name))]))

/** Returns the group of a row: its sums by their names. */
export function groupOf(kind: RollupKind, { keys, sums }: RollupRow): Group {
  return { key: keys[0] ?? '', sums: Object.fromEntries(names[kind].map((name, k) => [name, sums[k] ?? 0])) }
}

/** Returns groups with those of equal keys made one. */
export function added(...lists: readonly (readonly Group[])[]): Group[] {
  const groups = new Map<string, Group>()
  for (const { key, sums } of lists.flat()) {
    const known = groups.get(key)?.sums
    groups.set(key, { key, sums: known ? plus(known, sums) : sums })
  }
  return [...groups.values()]
}

/** Returns the sums of two groups. */
export function plus(left: Sums, right: Sums, sign: 1 | -1 = 1): Sums {
  return Object.fromEntries(Object.entries(left).map(([name, value]) => [name, value + sign * (own(right, name) ?? 0)]))
}
