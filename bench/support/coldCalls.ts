import type { Scope } from '../../src/app/scope.ts'
import { intercept } from '../../src/storage/intercept.ts'
import type { Subject } from './subject.ts'

/** Returns how many calls of the store some work makes in a process that has read nothing yet. */
export async function coldCalls({ fresh }: Subject, work: (scope: Scope) => Promise<unknown>): Promise<number> {
  let calls = 0
  const scope = await fresh((store) =>
    intercept(store, (_, call) => {
      calls++
      return call()
    }),
  )
  await work(scope())
  return calls
}
