/** What a place of a tree is known by. */
export interface Named {
  readonly kind: 'CHECKPOINT' | 'FORK'
  /** The checkpoint's event, or the conversation that was forked here. */
  readonly id: string
  readonly name: string
  /** Where it is; null for the empty path. */
  readonly observationId: string | null
  readonly turn: number | null
  /** More of a fork: how long it is, and how it goes on. */
  readonly hint: string
}

/** Checkpoints and forks, as the API returns them. */
export interface ToldNames {
  readonly checkpoints: { readonly nodes: readonly { readonly id: string; readonly details: unknown }[] }
  readonly forks: { readonly nodes: readonly ToldFork[] }
}
interface ToldFork {
  readonly id: string
  readonly title: string
  readonly preview: string
  readonly turnCount: number
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
    return [{ kind: 'CHECKPOINT', id, name, observationId: textOrNull(observationId), turn: null, hint: '' }]
  })
  const parted = forks.nodes.map(({ id, title, preview, turnCount, forkedFrom }): Named => {
    const observationId = forkedFrom?.observation?.id ?? null
    return {
      kind: 'FORK',
      id,
      name: title || id,
      observationId,
      turn: forkedFrom?.turn ?? null,
      hint: `${turnCount === 1 ? '1 turn' : `${turnCount} turns`}: ${preview}`,
    }
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

/** What a node is in the history of a tree: it hides turns, joins branches, was left by a rewind, or somebody annotated it. */
export type Past = 'MARKER' | 'MERGE' | 'REWOUND' | 'NOTE'

/** What an event of the ledger is about. */
export interface ToldEvent {
  readonly kind: string
  readonly details: unknown
  readonly headFrom?: { readonly id: string } | null | undefined
}

/** By node, what it is. */
export type Pasts = ReadonlyMap<string, ReadonlySet<Past>>

/** Returns what is known in either, the newer first. */
export function joined(newer: Pasts, older: Pasts): Pasts {
  const all = new Map(newer)
  for (const [id, pasts] of older) all.set(id, new Set([...(newer.get(id) ?? []), ...pasts]))
  return all
}

/** Returns the nodes that events made what they are, each once of a kind. */
export function eventPlaces(events: readonly ToldEvent[]): Pasts {
  const places = new Map<string, Set<Past>>()
  const put = (id: unknown, past: Past): void => {
    if (typeof id === 'string') places.set(id, (places.get(id) ?? new Set()).add(past))
  }
  for (const { kind, details, headFrom } of events) {
    const { markerId, joinId, observationId } = (details ?? {}) as Readonly<Record<string, unknown>>
    put(markerId, 'MARKER')
    put(joinId, 'MERGE')
    if (kind === 'REWIND') put(headFrom?.id, 'REWOUND')
    if (kind === 'ANNOTATE') put(observationId, 'NOTE')
  }
  return places
}
