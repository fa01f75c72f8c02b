import type { ConversationId } from '../../domain/model.ts'
import type { Changes } from '../../domain/changes.ts'
import type { Scope } from '../scope.ts'
import { commitOnce, waitAfter, type Plan, type Standing } from './commit.ts'

/** What is decided where there may be nothing to write: `changes` is null then. */
export interface Decision<R> extends Omit<Plan<R>, 'changes'> {
  readonly changes: Changes | null
}
type Decide<R> = (standings: readonly Standing[]) => Promise<Decision<R>>
type CommittedResult<R> = { readonly result: R }

class Nothing<R> extends Error {
  readonly result: R
  constructor(result: R) {
    super('Nothing is to be written.')
    this.result = result
  }
}

/** Commits what is decided on settled conversations; writes nothing when there is nothing to write. */
export async function commitIfAny<R>(
  scope: Scope,
  ids: readonly ConversationId[],
  decide: Decide<R>,
): Promise<CommittedResult<R>> {
  for (let attempt = 1; ; attempt++) {
    const settled: Decide<R> = async (standings) => {
      await Promise.all(standings.map((standing) => standing.settled()))
      return decide(standings)
    }
    const done = await commitOnceIfAny(scope, ids, settled, attempt)
    if (done !== null) return done
    await waitAfter(attempt)
  }
}

/** The same on conversations as they stand, without deciding anew: null when another process wrote in between. */
export async function commitOnceIfAny<R>(
  scope: Scope,
  ids: readonly ConversationId[],
  decide: Decide<R>,
  attempt: number,
): Promise<CommittedResult<R> | null> {
  try {
    const decideSome = async (standings: readonly Standing[]) => {
      const { changes, after, result } = await decide(standings)
      if (changes === null) throw new Nothing(result)
      return { changes, after, result }
    }
    return await commitOnce(scope, ids, decideSome, attempt)
  } catch (thrown) {
    if (thrown instanceof Nothing) return { result: (thrown as Nothing<R>).result }
    throw thrown
  }
}
