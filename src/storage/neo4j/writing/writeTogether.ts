import type { Record as DriverRecord } from 'neo4j-driver'
import type { RunStatement } from '../connection/connection.ts'
import { CHECK_RECORDS, WRITE_EDGES, WRITE_NODES } from './cypherRecordWrite.ts'
import { WRITE } from './cypherWrite.ts'
import { drawsEdges, mayBeRefused } from '../records/records.ts'
import { int, numberFrom, type Value } from '../properties/rows.ts'
import { answersWithParts, settleAnswers } from '../rollups/settle.ts'
import { rewrite } from './rewrite.ts'
import type { WriteRow } from './writeRow.ts'

/**
 * Writes rows of which some hold more than the tree, in one transaction: what they are to be refused for, then the tree
 * of those that are not, then their things. Returns WRITE's answers.
 */
export async function writeTogether(run: RunStatement, rows: readonly WriteRow[]): Promise<DriverRecord[]> {
  const things = rows.flatMap(({ records: row }, index) => (row ? [{ ...row.properties(), index: int(index) }] : []))
  const refusals = new Map<number, Value>()
  const checked = things.filter(mayBeRefused)
  for (const record of checked.length > 0 ? await run(CHECK_RECORDS, { rows: checked }) : [])
    refusals.set(numberFrom(record.get('index')), record.get('thing') as Value)
  await refuseKnown(run, rows, refusals)
  const answers = await run(WRITE, {
    rows: rows.map((row, index) => ({ ...row.whole(), thing: refusals.get(index) ?? null, index: int(index) })),
  })
  const written = new Set(
    answers.filter((record) => record.get('kind') === 'written').map((record) => numberFrom(record.get('index'))),
  )
  await settle(
    run,
    rows.filter((_, index) => written.has(index)),
  )
  const unwritten = things.filter(({ index }) => written.has(index.toNumber()))
  if (unwritten.length > 0) await run(WRITE_NODES, { rows: unwritten })
  const drawn = unwritten.filter(drawsEdges)
  if (drawn.length > 0) await run(WRITE_EDGES, { rows: drawn })
  for (const [index, { tenant, rewrites }] of rows.entries())
    if (rewrites && written.has(index)) await rewrite(run, tenant, rewrites)
  return answers
}

/** Without a lock: parts that stand on one path are of one conversation, or of its past, and the conversation is locked. */
async function refuseKnown(run: RunStatement, rows: readonly WriteRow[], refusals: Map<number, Value>): Promise<void> {
  const asking = [...rows.entries()].filter(([index, row]) => row.newAnswers.length > 0 && !refusals.get(index))
  for (const tenant of new Set(asking.map(([, row]) => row.tenant))) {
    const ofTenant = asking.filter(([, row]) => row.tenant === tenant)
    const known = await answersWithParts(run, tenant, [...new Set(ofTenant.flatMap(([, row]) => row.newAnswers))])
    for (const [index, { newAnswers }] of ofTenant) {
      const answers = newAnswers.filter((answer) => known.has(answer))
      if (answers.length > 0) refusals.set(index, ['answersKnown', JSON.stringify(answers), null])
    }
  }
}

/** Answers are locked last of all, tenant by tenant, each as all of the rows together change it. */
async function settle(run: RunStatement, rows: readonly WriteRow[]): Promise<void> {
  const tenants = [...new Set(rows.map(({ tenant }) => tenant))].sort()
  for (const tenant of tenants) {
    const parts = rows.flatMap((row) => (row.tenant === tenant ? row.parts : []))
    await settleAnswers(run, tenant, parts)
  }
}

/**
 * Returns stretches in which no thing stands twice, nor a part of an answer before one by which that is taken for new: a
 * check sees nothing that its own transaction is still to write.
 */
export function splitConflicts<T extends { readonly row: WriteRow }>(writes: readonly T[]): T[][] {
  const stretches: T[][] = [[]]
  let taken = new Set<string>()
  for (const write of writes) {
    const { records: things, newAnswers, parts, tenant } = write.row
    const nameOf = (answer: string) => `answer ${JSON.stringify([tenant, answer])}`
    const keys = things?.keys ?? []
    if ([...keys, ...newAnswers.map(nameOf)].some((key) => taken.has(key))) {
      stretches.push([])
      taken = new Set()
    }
    for (const key of [...keys, ...parts.map(({ answerId }) => nameOf(answerId))]) taken.add(key)
    stretches.at(-1)?.push(write)
  }
  return stretches
}
