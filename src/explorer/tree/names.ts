/** What a place of a tree is known by. */
export interface Named {
  readonly kind: 'CHECKPOINT' | 'FORK'
  /** The checkpoint's event, or the conversation that was forked here. */
  readonly id: string
  readonly name: string
  /** Where it is; null for the empty path. */
  readonly observationId: string | null
  readonly turn: number | null
}

/** What the API tells of checkpoints and forks. */
export interface ToldNames {
  readonly checkpoints: { readonly nodes: readonly { readonly id: string; readonly details: unknown }[] }
  readonly forks: { readonly nodes: readonly ToldFork[] }
}
interface ToldFork {
  readonly id: string
  readonly title: string
  readonly forkedFrom?:
    | { readonly turn?: number | null | undefined; readonly observation?: { readonly id: string } | null | undefined }
    | null
    | undefined
}

/** Returns all names of a tree, checkpoints first. */
export function namesOf({ checkpoints, forks }: ToldNames): readonly Named[] {
  const points = checkpoints.nodes.flatMap(({ id, details }): Named[] => {
    const { name, observationId } = details as { readonly name?: unknown; readonly observationId?: unknown }
    if (typeof name !== 'string') return []
    return [{ kind: 'CHECKPOINT', id, name, observationId: textOrNull(observationId), turn: null }]
  })
  const parted = forks.nodes.map(({ id, title, forkedFrom }): Named => {
    const observationId = forkedFrom?.observation?.id ?? null
    return { kind: 'FORK', id, name: title || id, observationId, turn: forkedFrom?.turn ?? null }
  })
  return [...points, ...parted]
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Returns the names by the observation that has them. */
export function byPlace(names: readonly Named[]): ReadonlyMap<string, readonly Named[]> {
  const places = new Map<string, Named[]>()
  for (const named of names) {
    if (named.observationId === null) continue
    const there = places.get(named.observationId)
    if (there) there.push(named)
    else places.set(named.observationId, [named])
  }
  return places
}

/** Returns the markers and the merges that events tell of. */
export function eventPlaces(events: readonly { readonly details: unknown }[]): readonly string[] {
  return events.flatMap(({ details }) => {
    const { markerId, joinId } = (details ?? {}) as { readonly markerId?: unknown; readonly joinId?: unknown }
    return [markerId, joinId].flatMap((id) => textOrNull(id) ?? [])
  })
}
