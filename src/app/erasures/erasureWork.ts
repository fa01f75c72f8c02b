import { dailySweeps, type Sweeping } from './retention/dailySweeps.ts'
import { resumedErasures } from './resumeErasures.ts'

/** Does what a server has to do about erasures beside its own work: finishes what a crash has broken off, and sweeps once a day. */
export function erasureWork(parts: Sweeping): { readonly stop: () => Promise<unknown> } {
  const works = [resumedErasures(parts), dailySweeps(parts)]
  return { stop: () => Promise.all(works.map((work) => work.stop())) }
}
