import { packParts, unpackParts, type AnswerPart } from '../../../domain/answer.ts'
import { settled, type Rollup } from '../../../domain/rollup.ts'
import type { Connection, SqlRow, SqlValue } from '../connection.ts'
import { addSum, answerParts, dropAnswer, putAnswer, writtenColumns } from './sql.ts'

/** Adds a rollup to the sums, inside the transaction of what it is of. */
export function writeRollup(connection: Connection, tenant: number, rollup: Rollup): void {
  const { usage, tools, moves } = rollup.parts.length === 0 ? rollup : writeAnswers(connection, tenant, rollup)
  for (const sum of usage) connection.run(addSum.usage, tenant, ...valuesOf(sum, writtenColumns.usage))
  for (const sum of tools) connection.run(addSum.tools, tenant, ...valuesOf(sum, writtenColumns.tools))
  for (const sum of moves) connection.run(addSum.moves, tenant, ...valuesOf(sum, writtenColumns.moves))
}

function writeAnswers(connection: Connection, tenant: number, rollup: Rollup): Omit<Rollup, 'parts'> {
  const known = new Map<string, readonly AnswerPart[]>()
  for (const { answerId } of rollup.parts)
    if (!known.has(answerId)) known.set(answerId, partsOf(connection.get(answerParts, tenant, answerId)))
  const { answers, rollup: all } = settled(rollup, known)
  for (const [id, parts] of answers) {
    if (parts.length === 0) connection.run(dropAnswer, tenant, id)
    else connection.run(putAnswer, tenant, id, packParts(parts))
  }
  return all
}

/** Returns the parts that a row holds. */
export function partsOf(row: SqlRow | null): AnswerPart[] {
  return row === null ? [] : unpackParts(String(row[0]))
}

function valuesOf(sum: object, columns: readonly string[]): SqlValue[] {
  return columns.map((name) => {
    const value = (sum as Record<string, SqlValue | boolean>)[name] ?? null
    return typeof value === 'boolean' ? Number(value) : value
  })
}
