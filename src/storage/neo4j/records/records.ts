import type { RecordChanges } from '../../../domain/changes.ts'
import type { Tenant } from '../../../domain/model.ts'
import type { GraphStore } from '../../graphStore.ts'
import type { Each } from '../reading/batchedRead.ts'
import type { Label } from './label.ts'
import type { Properties, Value } from '../properties/rows.ts'
import { kinds, labels } from '../schema.ts'
import { own } from '../../../runtime/own.ts'

type NodeKind = keyof typeof labels
/** A kind of record of which it does not matter what it holds. */
type AnyLabel = Label<unknown, unknown, unknown, unknown>
type AnyKind = Pick<AnyLabel, 'rows' | 'names' | 'check' | 'weight'>

const all = Object.entries(kinds) as unknown as readonly (readonly [keyof RecordChanges, AnyKind])[]

/** Returns the reads of records by their keys; those of relationships are in relationships.ts. */
export function recordReadsOn(each: Each): Pick<GraphStore, NodeKind> {
  const readOf =
    ({ byKey, keyOf, from, nothing }: AnyLabel) =>
    (tenant: Tenant, keys: readonly unknown[]) =>
      each(byKey, tenant, keys.map(keyOf), from, nothing)
  const reads = Object.entries(labels).map(([kind, label]) => [kind, readOf(label as unknown as AnyLabel)] as const)
  return Object.fromEntries(reads) as unknown as Pick<GraphStore, NodeKind>
}

/** Says whether changes hold more than the tree: that is written by statements of its own. */
export function holdsRecords(changes: RecordChanges): boolean {
  return all.some(([kind]) => changes[kind].length > 0)
}

/** Returns about how many nodes and edges they are: what a batch is measured by. */
export function weightOfRecords(changes: RecordChanges): number {
  return all.reduce((sum, [kind, { weight }]) => sum + weight * changes[kind].length, 0)
}

/** Returns names of what is checked: no two batches under way may touch one of them. */
export function locksOfRecords(changes: RecordChanges): string[] {
  return all.flatMap(([kind, { check }]) => (check === null ? [] : changes[kind].map((it) => check.lock(it))))
}

/** Returns what must be a name in them. */
export function namesOfRecords(changes: RecordChanges): unknown[] {
  return all.flatMap(([kind, { names }]) => changes[kind].flatMap((it) => names(it)))
}

/** Returns the row of CHECK_RECORDS, WRITE_NODES and WRITE_EDGES for changes. */
export function recordRow(tenant: Tenant, changes: RecordChanges): Properties {
  const parts = all.map(([kind, { rows }]) => rows(tenant, changes[kind]))
  return Object.assign({ tenant }, ...parts) as Properties
}

/** The members of a row that are looked at before anything is written. */
const checkedRows = all.flatMap(([, { check }]) => (check === null ? [] : [check.rows]))

/** Says whether a row may be refused: a run, for one, changes with its conversation. */
export function mayBeRefused(row: Properties): boolean {
  return checkedRows.some((name) => holds(own(row, name)))
}

/** Says whether a row draws relationships. */
export const drawsEdges = ({ edges }: Properties): boolean => holds(edges)

const holds = (rows: Value | undefined): boolean => Array.isArray(rows) && rows.length > 0
