import type { Expected } from '../../../domain/changes.ts'
import type { VersionedKind } from '../../graphStore.ts'
import { intOrNull, type Properties, type Value } from '../properties/rows.ts'
import { byKey } from '../reading/cypherRead.ts'

/** A kind of record as nodes with a label of its own: all that the store must know to read and write it. */
export interface Label<T, C, K = string, N = null> {
  readonly label: string
  /** The constraints and indexes of the first version that has it. Never edited: a later version adds to them. */
  readonly schema: readonly string[]
  /** Reads all of a tenant. */
  readonly dump: readonly string[]
  /** Finds some by their keys. */
  readonly byKey: string
  readonly keyOf: (key: K) => Value
  readonly from: (value: unknown) => T
  /** What is answered where there is none. */
  readonly nothing: N
  /** What the statements of a write are given for its changes. */
  readonly rows: (tenant: string, changes: readonly C[]) => Properties
  /** What must be a name in a change. */
  readonly names: (change: C) => readonly unknown[]
  /** The rows that a write is refused for, when they are not as it expects; null where it is never refused. */
  readonly check: Check<C> | null
  /** Write its rows of `r`, as parts of a statement. */
  readonly writes: readonly string[]
  /** About how many nodes and edges a change is. */
  readonly weight: number
}

/** How rows are looked at before anything is written. */
export interface Check<C> {
  /** Which member of `r` holds them. */
  readonly rows: string
  /** Locks them and ends with the first reason, which has no name yet: a part of a statement. */
  readonly statement: string
  /** A name of what is looked at, over all kinds. */
  readonly lock: (change: C) => string
}

/** Reads all nodes of a tenant; the first letter names one. */
export const allOf = (node: string, projection: string, and = '', more = ''): string =>
  `MATCH (${node}) WHERE ${node.slice(0, node.indexOf(':'))}.tenant = $q.tenant${and}${more}
RETURN ${projection} AS found`

export const unique = (name: string, label: string, keys: readonly string[]): string =>
  `CREATE CONSTRAINT ${name} IF NOT EXISTS FOR (n:${label}) REQUIRE (${keys.map((key) => `n.${key}`).join(', ')}) IS UNIQUE`
export const index = (name: string, label: string, keys: readonly string[]): string =>
  `CREATE INDEX ${name} IF NOT EXISTS FOR (n:${label}) ON (${keys.map((key) => `n.${key}`).join(', ')})`

/** Text that people read: the database keeps no lone surrogates and no U+0000. */
export const plain = (text: string): string => text.replaceAll(/\p{Surrogate}|\0/gu, '\uFFFD')

/** A node is locked by writing it and then read by a match of its own. */
export const locked = (label: string, key: string, rows: string): string => `
    UNWIND r.${rows} AS x
    OPTIONAL MATCH (locked:${label} {tenant: r.tenant, ${key}: x.id})
    USING INDEX SEEK locked:${label}(tenant, ${key})
    SET locked.lock = 0
    WITH r, x
    OPTIONAL MATCH (n:${label} {tenant: r.tenant, ${key}: x.id})
    USING INDEX SEEK n:${label}(tenant, ${key})`

/** Returns what refuses a row that has not the version which it expects. */
export const refusedChanges = (what: VersionedKind): string => `
    RETURN collect(CASE WHEN (x.expected IS NULL) <> (n IS NULL) OR n.version <> x.expected
      THEN ['recordsChanged', x.id, '${what}'] END)[0]`

/** Everybody takes locks in the same order. */
export function inOrder<T extends { readonly id: string }>(rows: readonly T[]): T[] {
  return [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** What is kept of a kind with a version. */
interface Versioned<T> {
  readonly label: string
  readonly key: string
  /** The member of `r` that holds its rows. */
  readonly rows: string
  /** As a refusal names it. */
  readonly what: VersionedKind
  readonly schema: readonly string[]
  readonly idOf: (value: T) => string
  readonly properties: (tenant: string, value: T) => Properties
  readonly from: (body: unknown) => T
}

/** Returns the label of what is written only while it has the version that was read, or while it is not there. */
export function versioned<T>({
  label,
  key,
  rows,
  what,
  schema,
  idOf,
  properties,
  from,
}: Versioned<T>): Label<T, Expected<T>> {
  return {
    label,
    schema,
    dump: [allOf(`n:${label}`, 'n.body', ' AND n.body IS NOT NULL')],
    byKey: byKey(`n:${label}`, key, 'n.body'),
    keyOf: String,
    from,
    nothing: null,
    rows: (tenant, changes) => ({
      [rows]: inOrder(
        changes.map(({ expected, value }) => ({
          id: idOf(value),
          expected: intOrNull(expected),
          props: properties(tenant, value),
        })),
      ),
    }),
    names: ({ value }) => [idOf(value)],
    check: {
      rows,
      statement: `${locked(label, key, rows)}${refusedChanges(what)}`,
      lock: ({ value }) => `${what} ${idOf(value)}`,
    },
    writes: [
      `
    UNWIND r.${rows} AS x
    MERGE (n:${label} {tenant: r.tenant, ${key}: x.id})
    SET n += x.props`,
    ],
    weight: 1,
  }
}
