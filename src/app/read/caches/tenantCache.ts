/** Values of many owners in bounded memory, none of whom loses much to one that stores more. */
export interface TenantCache<V> {
  get(owner: string, key: string): V | undefined
  set(owner: string, key: string, value: V): void
}

/** The values of one owner: those set or asked for since it last had to make room, and those before. */
interface Held<V> {
  near: Map<string, V>
  older: Map<string, V>
}

/**
 * Returns a memory of about `size` values, at most twice as many. When it is full, an owner that holds at least half of what owners hold on
 * average gives up what it has not used of late; who holds less keeps all.
 */
export function tenantCache<V>(size: number): TenantCache<V> {
  const owners = new Map<string, Held<V>>()
  /** Values set or asked for since the last time that room was made, of all owners. */
  let young = 0
  const store = (held: Held<V>, key: string, value: V): void => {
    if (!held.near.has(key)) young++
    held.near.set(key, value)
    if (young >= size / 2) young = makeRoom(owners)
  }
  return {
    get(owner, key) {
      const held = owners.get(owner)
      const near = held?.near.get(key)
      if (!held || near !== undefined) return near
      const older = held.older.get(key)
      if (older === undefined) return undefined
      held.older.delete(key)
      store(held, key, older)
      return older
    },
    set(owner, key, value) {
      const held = owners.get(owner) ?? { near: new Map<string, V>(), older: new Map<string, V>() }
      owners.set(owner, held)
      held.older.delete(key)
      store(held, key, value)
    },
  }
}

/** Ages what those hold who hold much; returns how many values are still young. */
function makeRoom<V>(owners: Map<string, Held<V>>): number {
  const sizeOf = ({ near, older }: Held<V>) => near.size + older.size
  const total = [...owners.values()].reduce((sum, held) => sum + sizeOf(held), 0)
  const little = total / owners.size / 2
  let young = 0
  for (const [owner, held] of owners) {
    if (sizeOf(held) < little) young += held.near.size
    else if (held.near.size === 0) owners.delete(owner)
    else {
      held.older = held.near
      held.near = new Map()
    }
  }
  return young
}
