import type { Observation, ObservationId } from '../../../domain/model.ts'
import { listsOf } from '../../read/listsOf.ts'
import { splitBatch } from '../../read/loaders.ts'
import type { Scope } from '../../scope.ts'

/**
 * Returns for each of some observations all that an erasure of it takes along: what it is a copy or a restatement of, copies
 * and restatements of that, and so on, itself first. All of them are read together.
 */
export async function echoGroups(
  scope: Scope,
  observations: readonly Observation[],
): Promise<(observation: Observation) => readonly Observation[]> {
  const known = new Map(observations.map((one) => [one.id, one]))
  const links = new Map<ObservationId, Set<ObservationId>>()
  const link = (a: ObservationId, b: ObservationId) => {
    links.set(a, (links.get(a) ?? new Set()).add(b))
    links.set(b, (links.get(b) ?? new Set()).add(a))
  }
  for (let open: readonly Observation[] = observations; open.length > 0;) {
    const next: Observation[] = []
    const add = (one: Observation) => {
      if (!known.has(one.id)) next.push(one)
      known.set(one.id, one)
    }
    for (const one of open) for (const id of above(one)) link(one.id, id)
    const originals = [...new Set(open.flatMap(above))].filter((id) => !known.has(id))
    for (const one of await splitBatch(originals, (ids) => scope.store.observations(ids))) if (one) add(one)
    const ids = open.map(({ id }) => id)
    for (const list of ['copiesOf', 'restatementsOf'] as const)
      for await (const [id, echoes] of listsOf(scope, list, ids))
        for (const echo of echoes) {
          link(id, echo.id)
          add(echo)
        }
    open = next
  }
  return ({ id }) => groupOf(id, links).flatMap((one) => known.get(one) ?? [])
}

const above = ({ copyOf, restates }: Observation): ObservationId[] => [copyOf, restates].filter((id) => id !== null)

function groupOf(id: ObservationId, links: ReadonlyMap<ObservationId, ReadonlySet<ObservationId>>): ObservationId[] {
  const group = new Set([id])
  // A set goes through what is added to it meanwhile, too.
  for (const one of group) for (const next of links.get(one) ?? []) group.add(next)
  return [...group]
}
