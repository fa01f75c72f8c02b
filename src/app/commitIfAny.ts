import type { Changes, ConversationId } from '../domain/model.ts'
import type { Act } from './act.ts'
import { commit, type Plan, type Standing } from './commit.ts'

/** What is decided where there may be nothing to write: `changes` is null then. */
export interface Decision<R> extends Omit<Plan<R>, 'changes'> {
  readonly changes: Changes | null
}
class Nothing<R> extends Error {
  readonly result: R
  constructor(result: R) {
    super('Nothing is to be written.')
    this.result = result
  }
}

/** Commits what is decided on settled conversations; writes nothing when there is nothing to write. */
export async function commitIfAny<R>(
  act: Act,
  ids: readonly ConversationId[],
  decide: (standings: readonly Standing[]) => Promise<Decision<R>>,
): Promise<{ result: R }> {
  try {
    return await commit(act, ids, async (standings) => {
      await Promise.all(standings.map((standing) => standing.settled()))
      const { changes, after, result } = await decide(standings)
      if (changes === null) throw new Nothing(result)
      return { changes, after, result }
    })
  } catch (thrown) {
    if (thrown instanceof Nothing) return { result: (thrown as Nothing<R>).result }
    throw thrown
  }
}
