import { rollupColumns, rollupDayKeys, type RollupKind } from '../../usageRollups.ts'

/** Returns a name as it is written in SQL. */
export const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The tables of sums: of each conversation, and of all together. */
export const tables = { usage: 'usage_sums', tools: 'tool_sums', moves: 'move_sums' } as const
export const dayTables = { usage: 'usage_days', tools: 'tool_days', moves: 'move_days' } as const

/** What a row of all conversations is found by, and what it adds up. */
export const dayKeys = (kind: RollupKind): string[] => rollupDayKeys[kind].map(snake)
export const sumNames = (kind: RollupKind): string[] => rollupColumns[kind].map(snake)

/** A table of days: whose sums it has, and what a row of it is found by. */
export interface DayLevel {
  readonly kind: RollupKind
  readonly table: string
  readonly keys: readonly string[]
}
const levelOf = (kind: RollupKind): DayLevel => ({ kind, table: dayTables[kind], keys: dayKeys(kind) })
export const dayLevels = [levelOf('usage'), levelOf('tools'), levelOf('moves')] as const
/** Usage by working directory beside: most questions need not read so many rows. */
export const cwdDays: DayLevel = { kind: 'usage', table: 'usage_cwd_days', keys: [...dayKeys('usage'), 'cwd_key'] }
