import { isFit } from '../../../domain/ids.ts'
import type { Observation } from '../../../domain/model.ts'
import type { Scope } from '../../scope.ts'

/** Returns for each id the observations that were imported with it; none for what nothing can be called. */
export async function externalsOf(scope: Scope, ids: readonly string[]): Promise<readonly Observation[][]> {
  const fit = ids.filter(isFit)
  const results = fit.length === 0 ? [] : await scope.store.externals(fit)
  const byId = new Map(fit.map((id, i) => [id, results[i] ?? []]))
  return ids.map((id) => byId.get(id) ?? [])
}
