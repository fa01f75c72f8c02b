/** Lanes by tenant and conversation; those that nobody waits in and are unused longest are forgotten. */
export interface LaneCache<L> {
  /** Returns the lane of that name, made where there is none. */
  of(tenant: string, id: string): L
}

/**
 * Returns what keeps lanes: beyond `keep` of them a tenant that has at least half of what tenants have on average forgets one
 * of its own, any other one of the tenant that has most.
 */
export function laneCache<L extends { readonly waiting: number }>(keep: number, make: () => L): LaneCache<L> {
  const tenants = new Map<string, Map<string, L>>()
  let count = 0
  const forget = (tenant: string, lanes: Map<string, L>, but: L): void => {
    for (const [id, lane] of lanes)
      if (lane.waiting === 0 && lane !== but) {
        lanes.delete(id)
        count--
        break
      }
    if (lanes.size === 0) tenants.delete(tenant)
  }
  const makeRoom = (tenant: string, own: Map<string, L>, but: L): void => {
    if (own.size >= count / tenants.size / 2) forget(tenant, own, but)
    else {
      const largest = [...tenants].reduce((a, b) => (b[1].size > a[1].size ? b : a))
      forget(...largest, but)
    }
  }
  return {
    of(tenant, id) {
      const own = tenants.get(tenant) ?? new Map<string, L>()
      tenants.set(tenant, own)
      const known = own.get(id)
      const lane = known ?? make()
      own.delete(id)
      own.set(id, lane)
      if (!known && ++count > keep) makeRoom(tenant, own, lane)
      return lane
    },
  }
}
