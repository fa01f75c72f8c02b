import { countOfAnswer, packParts, unpackParts, withPart, type AnswerPart } from '../../../domain/usage/answer.ts'
import { createFold, settled, type Fold, type Rollup } from '../../../domain/usage/rollup.ts'
import type { Connection, SqlRow } from '../connection/connection.ts'
import { rowSum } from '../writing/rowChecksum.ts'
import { unfoldDay } from './days.ts'
import { rowsOf, type RollupRequest } from './request.ts'
import { addAnswer, addSum, answerParts, dropAnswer, putAnswer } from './sql.ts'

const kinds = ['usage', 'tools', 'moves'] as const

/** What became of a rollup: the days of which any sum changed; or the answers that were taken for new and are not. */
type WrittenRollup = { readonly days: ReadonlySet<string>; readonly known: readonly string[] }

/** Adds a rollup to the sums, inside the transaction of what it is of. */
export function writeRollup(connection: Connection, tenant: number, request: RollupRequest): WrittenRollup {
  const { rows, answers, unsettled, newAnswers } = request
  const days = new Set<string>()
  const write = (some: RollupRequest['rows']) => {
    writeRows(connection, tenant, some, days)
  }
  if (unsettled !== null) {
    const known = newAnswers.filter((id) => partsOf(connection.get(answerParts, tenant, id)).length > 0)
    if (known.length === 0) write(rowsOf(settleAnswers(connection, tenant, unsettled)))
    return { days, known }
  }
  write(rows)
  const known: string[] = []
  let more: Fold | null = null
  for (const [id, parts] of answers) {
    if (connection.run(addAnswer, tenant, id, parts, rowSum(tenant, id, parts)) === 1) continue
    if (newAnswers.includes(id)) known.push(id)
    else joinParts(connection, tenant, id, unpackParts(parts), (more ??= createFold()))
  }
  if (more) write(rowsOf(more.result()))
  return { days, known }
}

/** The day is the second key of every kind. */
const dayOf = (row: SqlRow): string => String(row[1])

function writeRows(connection: Connection, tenant: number, rows: RollupRequest['rows'], days: Set<string>): void {
  for (const kind of kinds)
    for (const row of rows[kind]) {
      days.add(dayOf(row))
      if (connection.run(addSum[kind].change, tenant, ...row) === 0) connection.run(addSum[kind].make, tenant, ...row)
    }
}

/** The answer has parts already: what it counted alone and what these were added as give way to what it counts now. */
function joinParts(connection: Connection, tenant: number, id: string, added: readonly AnswerPart[], fold: Fold): void {
  const known = partsOf(connection.get(answerParts, tenant, id))
  const parts = added.reduce<readonly AnswerPart[]>(
    (all, part) => withPart(all, { answerId: id, observationId: part.observationId, part }),
    known,
  )
  fold.answer(countOfAnswer(known), -1)
  fold.answer(countOfAnswer(added), -1)
  fold.answer(countOfAnswer(parts), 1)
  connection.run(putAnswer, tenant, id, packParts(parts))
}

function settleAnswers(connection: Connection, tenant: number, rollup: Rollup): Omit<Rollup, 'parts'> {
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

/** The same for what was stored just now: its days are folded no longer. Returns the answers for which it is refused. */
export function addToSums(connection: Connection, tenant: number, request: RollupRequest): readonly string[] {
  const { days, known } = writeRollup(connection, tenant, request)
  for (const day of days) unfoldDay(connection, tenant, day)
  return known
}
