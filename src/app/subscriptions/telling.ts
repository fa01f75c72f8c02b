import type { GraphStore, WriteOutcome } from '../../storage/graphStore.ts'
import { intercept } from '../../storage/intercept.ts'
import type { Watches } from './watches.ts'

/** Returns the store with each of its writes told to those who follow the conversations. */
export function notifyingStore(store: GraphStore, watches: Pick<Watches, 'written'>): GraphStore {
  return intercept(store, async (method, call, asked) => {
    const answer = await call()
    if (method !== 'write') return answer
    const [tenant, changes] = asked as Parameters<GraphStore['write']>
    const outcome = answer as WriteOutcome
    if (outcome.kind === 'written') watches.written(tenant, changes, outcome.seqs)
    return outcome
  })
}
