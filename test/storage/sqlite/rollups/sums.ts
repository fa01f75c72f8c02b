import type { Block } from '../../../../src/domain/model.ts'
import type { RollupQuery } from '../../../../src/storage/usageRollups.ts'
import { converse, fork, headOf, rewind, store } from '../../../support/tree/acts.ts'
import { createWorld, type World } from '../../../support/world.ts'
import { applied, memory, tenantIn } from '../memory.ts'

/** A query of all usage, by what is given. */
export const query = (given: Partial<RollupQuery>): RollupQuery => ({
  ...{ kind: 'usage', by: 'total', from: '', to: '~', conversationIds: null, models: null, roles: null },
  ...{ includeExperiments: true, limit: null, ...given },
})

/** Two conversations with answers that share a name, tools that fail and moves, and a fork. */
export function spending(): World {
  const world = createWorld()
  for (const id of ['trip', 'other']) {
    converse(world, id, { cwd: id === 'trip' ? '/w' : null })
    const first = store(world, id, { turnId: 'u1', role: 'USER' })
    const call = { type: 'toolCall', callId: 'k', name: 'Read', input: {} } as Block
    const usage = (inputTokens: number, answerId: string | null) =>
      ({ inputTokens, outputTokens: 1, costUsd: 0.25, ...(answerId && { answerId }) }) as never
    store(world, id, { turnId: 'a1', role: 'ASSISTANT', blocks: [call], usage: usage(10, `${id}-a`) })
    store(world, id, { turnId: 'a2', role: 'ASSISTANT', usage: usage(30, `${id}-a`) })
    store(world, id, {
      turnId: 't1',
      role: 'TOOL',
      blocks: [{ type: 'toolResult', callId: 'k', content: '', isError: true }],
    })
    store(world, id, { turnId: 'a3', role: 'ASSISTANT', usage: usage(5, null) })
    rewind(world, id, first)
  }
  fork(world, 'trip', headOf(world, 'trip'), 'alt')
  store(world, 'alt', { turnId: 'u2', role: 'USER' })
  return world
}

/** A file in memory that holds it. */
export function spent() {
  const connection = memory()
  const tenant = tenantIn(connection, 't')
  const world = spending()
  applied(connection, tenant, world.changes)
  return { connection, tenant, world }
}
