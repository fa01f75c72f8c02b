import { packParts } from '../../../domain/usage/answer.ts'
import type { Fold, Rollup } from '../../../domain/usage/rollup.ts'
import type { RollupKind } from '../../usageRollups.ts'
import type { SqlRow, SqlValue } from '../connection/connection.ts'
import { writtenColumns } from './sql.ts'
import { own } from '../../../runtime/own.ts'

/** A rollup as rows: cheap to send to the writer's thread. */
export interface RollupRequest {
  /** What is added where none of the answers is known yet. */
  readonly rows: Readonly<Record<RollupKind, readonly SqlRow[]>>
  /** The answers that are named, with their parts here. */
  readonly answers: readonly (readonly [id: string, parts: string])[]
  /** In place of both: what takes parts of answers back needs the others to be known. */
  readonly unsettled: Rollup | null
  /** Those of them that must have no parts yet. */
  readonly newAnswers: readonly string[]
}

/** Returns what was folded as rows. The fold is spent by it. */
export function rollupRequest(fold: Fold, newAnswers: readonly string[] = []): RollupRequest {
  const alone = fold.alone()
  if (alone === null) return { rows: noRows, answers: [], unsettled: fold.result(), newAnswers }
  const answers = [...alone.answers].map(([id, parts]) => [id, packParts(parts)] as const)
  return { rows: rowsOf(alone.sums), answers, unsettled: null, newAnswers }
}

const noRows = { usage: [], tools: [], moves: [] }

/** Returns sums as rows, in the order of the statements, their tenant aside. */
export function rowsOf({ usage, tools, moves }: Omit<Rollup, 'parts'>): RollupRequest['rows'] {
  return {
    usage: usage.map((sum) => valuesOf(sum, writtenColumns.usage)),
    tools: tools.map((sum) => valuesOf(sum, writtenColumns.tools)),
    moves: moves.map((sum) => valuesOf(sum, writtenColumns.moves)),
  }
}

function valuesOf(sum: object, columns: readonly string[]): SqlRow {
  return columns.map((name) => {
    const value = own(sum as Record<string, SqlValue | boolean>, name) ?? null
    return typeof value === 'boolean' ? Number(value) : value
  })
}
