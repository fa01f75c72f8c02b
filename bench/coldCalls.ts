import type { Act } from '../src/app/act.ts'
import { aroundStore } from '../src/app/aroundStore.ts'
import type { Subject } from './subject.ts'

/** Returns how many calls of the store some work makes in a process that has read nothing yet. */
export async function coldCalls({ fresh }: Subject, work: (act: Act) => Promise<unknown>): Promise<number> {
  let calls = 0
  const act = await fresh((store) =>
    aroundStore(store, (_, call) => {
      calls++
      return call()
    }),
  )
  await work(act())
  return calls
}
