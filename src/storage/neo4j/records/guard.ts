import type { RecordChanges } from '../../../domain/changes.ts'
import { byKey } from '../reading/cypherRead.ts'
import { int, numberFrom } from '../properties/rows.ts'
import { allOf, inOrder, locked, unique, type Label } from './label.ts'

/** Counters; one that was never raised is 0. */
export const guards: Label<number, RecordChanges['guards'][number], string, number> = {
  label: 'Guard',
  schema: [unique('guard_name', 'Guard', ['tenant', 'name'])],
  dump: [allOf('n:Guard', '[n.name, n.value]')],
  byKey: byKey('n:Guard', 'name', 'n.value'),
  keyOf: String,
  from: numberFrom,
  nothing: 0,
  rows: (_, changes) => ({
    guards: inOrder(
      changes.map(({ name, expected }) => ({ id: name, expected: expected === null ? null : int(expected) })),
    ),
  }),
  names: ({ name }) => [name],
  check: {
    rows: 'guards',
    statement: `${locked('Guard', 'name', 'guards')}
    RETURN collect(CASE WHEN x.expected IS NOT NULL AND coalesce(n.value, 0) <> x.expected THEN ['guardChanged', x.id] END)[0]`,
    lock: ({ name }) => `guard ${name}`,
  },
  writes: [
    `
    UNWIND r.guards AS x
    MERGE (n:Guard {tenant: r.tenant, name: x.id})
    SET n.value = coalesce(x.expected, n.value, 0) + 1`,
  ],
  weight: 0,
}
