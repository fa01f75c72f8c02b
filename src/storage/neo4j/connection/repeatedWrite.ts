import { StoreUnavailable } from '../../graphStore.ts'
import { failureOf, isFinal } from './failures.ts'

const tries = 3

/** Does a write that may be done twice, and does it again where it failed in passing. */
export async function repeatedWrite<T>(work: () => Promise<T>): Promise<T> {
  for (let triesLeft = tries - 1; ; triesLeft--) {
    try {
      return await work()
    } catch (error) {
      if (isFinal(failureOf(error))) throw error
      if (triesLeft === 0) throw new StoreUnavailable('Neo4j cannot be reached.', { cause: error, uncertain: true })
    }
  }
}
