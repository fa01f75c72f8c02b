import type { Record as DriverRecord } from 'neo4j-driver'
import type { Run } from '../connection.ts'
import { CHECK_THINGS, WRITE_EDGES, WRITE_THINGS } from './cypherThingWrite.ts'
import { WRITE } from './cypherWrite.ts'
import { int, numberFrom, type Properties, type Value } from '../rows.ts'
import type { WriteRow } from './writeRow.ts'

/**
 * Writes rows of which some hold more than the tree, in one transaction: what they are to be refused for, then the tree
 * of those that are not, then their things. Returns WRITE's answers.
 */
export async function writeTogether(run: Run, rows: readonly WriteRow[]): Promise<DriverRecord[]> {
  const things = rows.flatMap(({ things: row }, index) => (row ? [{ ...row.properties(), index: int(index) }] : []))
  const refusals = new Map<number, Value>()
  const checked = things.filter(mayBeRefused)
  for (const record of checked.length > 0 ? await run(CHECK_THINGS, { rows: checked }) : [])
    refusals.set(numberFrom(record.get('index')), record.get('thing') as Value)
  const answers = await run(WRITE, {
    rows: rows.map((row, index) => ({ ...row.whole(), thing: refusals.get(index) ?? null, index: int(index) })),
  })
  const written = new Set(
    answers.filter((record) => record.get('kind') === 'written').map((record) => numberFrom(record.get('index'))),
  )
  const left = things.filter(({ index }) => written.has(index.toNumber()))
  if (left.length > 0) await run(WRITE_THINGS, { rows: left })
  const drawn = left.filter(hasEdges)
  if (drawn.length > 0) await run(WRITE_EDGES, { rows: drawn })
  return answers
}

const holds = (rows: Value | undefined): boolean => Array.isArray(rows) && rows.length > 0
const hasEdges = ({ edges }: Properties): boolean => holds(edges)

/** Only what has a version or a guard is looked at before it is written: a run changes with its conversation. */
function mayBeRefused({ entities, entityTypes, edges, guards }: Properties): boolean {
  return [entities, entityTypes, edges, guards].some(holds)
}

/** Returns stretches in which no thing stands twice: a check sees nothing that its own transaction is still to write. */
export function apart<T extends { readonly row: WriteRow }>(writes: readonly T[]): T[][] {
  const stretches: T[][] = [[]]
  let taken = new Set<string>()
  for (const write of writes) {
    const keys = write.row.things?.keys ?? []
    if (keys.some((key) => taken.has(key))) {
      stretches.push([])
      taken = new Set()
    }
    for (const key of keys) taken.add(key)
    stretches.at(-1)?.push(write)
  }
  return stretches
}
