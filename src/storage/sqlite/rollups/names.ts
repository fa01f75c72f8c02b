import { rollupColumns, rollupDayKeys, type RollupKind } from '../../usageRollups.ts'

/** Returns a name as it is written in SQL. */
export const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The tables of sums: of each conversation, and of all together. */
export const tables = { usage: 'usage_sums', tools: 'tool_sums', moves: 'move_sums' } as const
export const dayTables = { usage: 'usage_days', tools: 'tool_days', moves: 'move_days' } as const

/** What a row of all conversations is found by, and what it adds up. */
export const dayKeys = (kind: RollupKind): string[] => rollupDayKeys[kind].map(snake)
export const sumNames = (kind: RollupKind): string[] => rollupColumns[kind].map(snake)
