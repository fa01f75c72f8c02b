import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { holders } from '../../../src/app/trees/holders.ts'
import type { Scope } from '../../../src/app/scope.ts'
import type { Conversation, TreeNode } from '../../../src/domain/model.ts'
import { fakeScope } from '../../support/fakes.ts'

const node = { id: 'n', conversationId: 'c0', place: { depth: 0, segmentId: 's' } } as TreeNode
const conversation = (level: number) =>
  ({
    id: `c${level}`,
    createdAt: `${level}`,
    forkedFrom: level === 0 ? null : { conversationId: `c${level - 1}`, observationId: 'n' },
  }) as Conversation

/** Forks of forks, one below the other, as a store would tell of them. */
function nested(levels: number): Scope {
  const reads = {
    conversation: async (id: string) => conversation(Number(id.slice(1))),
    observation: async () => node,
    list: async ({ owner, after }: { owner: string; after: unknown }) => {
      const level = Number(owner.slice(1)) + 1
      return after === null && level <= levels ? [conversation(level)] : []
    },
  }
  return fakeScope({ reads })
}

describe('the conversations to which a node belongs', () => {
  it('are told in order though forks of forks lie thousands deep', async () => {
    const levels = 5_000
    const found: string[] = []
    for await (const some of holders(nested(levels), node, null)) found.push(...some.map(({ id }) => id))
    assert.deepEqual(
      found,
      Array.from({ length: levels + 1 }, (_, i) => `c${i}`),
    )
  })
})
