import type { GraphStore } from '../../../src/storage/graphStore.ts'
import { changes, event } from '../../support/changes.ts'
import { tenantFor } from '../../support/tenants.ts'

export const steps = 60

/** Raises the version of the conversation `c` so many times, against whoever else does so. */
export async function countUp(store: GraphStore, name: string): Promise<void> {
  for (let done = 0, attempt = 0; done < steps; attempt++) {
    const [conversation] = await store.conversations(tenantFor('shared'), ['c'])
    if (!conversation) throw new Error('There is no conversation to count in.')
    const { version } = conversation
    const change = { expected: version, value: { ...conversation, version: version + 1 } }
    const outcome = await store.write(
      tenantFor('shared'),
      changes(event(`${name} ${attempt}`, 'c'), { conversations: [change] }),
    )
    if (outcome.kind === 'written') done++
  }
}
