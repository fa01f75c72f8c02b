import { packParts, unpackParts, type AnswerPart, type PartChange } from '../../../domain/usage/answer.ts'
import { settled } from '../../../domain/usage/rollup.ts'
import type { RunStatement } from '../connection/connection.ts'
import { plain } from '../records/label.ts'
import { numberFrom } from '../properties/rows.ts'
import { ANSWERS, LOCK_ANSWERS, SETTLE_ANSWERS } from './cypher.ts'
import { sumProperties } from './rows.ts'

const none = { usage: [], tools: [], moves: [] }

/** Changes parts of answers, inside the transaction of the turns that they are, with what that does to the sums. */
export async function settleAnswers(run: RunStatement, tenant: string, changes: readonly PartChange[]): Promise<void> {
  const parts = changes.map((change) => ({ ...change, answerId: plain(change.answerId) }))
  const ids = [...new Set(parts.map(({ answerId }) => answerId))].sort()
  if (ids.length === 0) return
  const known = new Map<string, readonly AnswerPart[]>()
  for (const record of await run(LOCK_ANSWERS, { tenant, ids }))
    known.set(ids[numberFrom(record.get('i'))] ?? '', partsFrom(record.get('found')))
  const { answers, rollup } = settled({ ...none, parts }, known)
  const written = [...answers].map(([id, left]) => ({ id, body: packParts(left) }))
  await run(SETTLE_ANSWERS, { row: { tenant, ...sumProperties(rollup), answers: written } })
}

/** Returns those of the answers that have parts before anything of a transaction is written. */
export async function answersWithParts(
  run: RunStatement,
  tenant: string,
  answers: readonly string[],
): Promise<ReadonlySet<string>> {
  const records = await run(ANSWERS, { tenant, ids: answers.map(plain) })
  const results = records.filter((record) => partsFrom(record.get('found')).length > 0)
  return new Set(results.map((record) => answers[numberFrom(record.get('i'))] ?? ''))
}

/** Returns the parts that a body holds. */
export function partsFrom(body: unknown): AnswerPart[] {
  return typeof body === 'string' ? unpackParts(body) : []
}
