import type { Changes } from '../../../../src/domain/changes.ts'
import { rollupOf } from '../../../../src/domain/usage/rollup.ts'
import type { Properties } from '../../../../src/storage/neo4j/properties/rows.ts'
import { tenantFor } from '../../../support/tenants.ts'
import { checkpoint, converse, correct, fork, rewind, store } from '../../../support/tree/acts.ts'
import { createWorld, known } from '../../../support/world.ts'

export const tenant = tenantFor('t')

/** Changes of each shape that commands make, by what they do. */
export function shapes() {
  const world = createWorld()
  const last = () => world.changes.at(-1) as Changes
  converse(world, 'trip')
  const made = last()
  const first = store(world, 'trip', { turnId: 'u1', role: 'USER' })
  const firstTurn = last()
  store(world, 'trip', { turnId: 'a1', role: 'ASSISTANT' })
  const nextTurn = last()
  rewind(world, 'trip', first)
  const rewound = last()
  store(world, 'trip', { turnId: 'a2', role: 'ASSISTANT' })
  const branched = last()
  checkpoint(world, 'trip')
  const named = last()
  correct(world, known(world.messages, 'trip:u1'))
  const corrected = last()
  fork(world, 'trip', first, 'alt')
  const forked = last()
  return { world, made, firstTurn, nextTurn, rewound, branched, named, corrected, forked }
}

/** Calls what makes a row of changes. */
export const rowOf = (
  make: (of: typeof tenant, changes: Changes, rollup: ReturnType<typeof rollupOf>) => Properties | null,
  changes: Changes,
): Properties | null => make(tenant, changes, rollupOf(changes))
