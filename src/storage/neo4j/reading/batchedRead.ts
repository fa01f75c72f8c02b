import type { Record as DriverRecord } from 'neo4j-driver'
import { numberFrom, type Value } from '../properties/rows.ts'

/** Asks a statement for things by their keys, and answers in the order of those. */
export type Each = <T, N>(
  statement: string,
  tenant: string,
  ids: readonly Value[],
  from: (value: unknown) => T,
  nothing: N,
) => Promise<(T | N)[]>

/** Returns what was found for each question, by the index that each record carries. */
export function inPlace<T, N>(
  count: number,
  records: readonly DriverRecord[],
  from: (value: unknown) => T,
  nothing: N,
): (T | N)[] {
  const answers = new Array<T | N>(count).fill(nothing)
  for (const record of records) answers[numberFrom(record.get('i'))] = from(record.get('found'))
  return answers
}

/** Returns a reader of lists from the reader of one. */
export function listOf<T>(from: (value: unknown) => T): (value: unknown) => T[] {
  return (value) => (value as unknown[]).map(from)
}
