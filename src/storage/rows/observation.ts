/** An observation in a store: the hottest of rows, so it is written and read member by member; spreads are slow. */
import type { Block, Instant, Observation, ObservationId, ObservationKind, Place, Role } from '../../domain/model.ts'
import { packPrompts, unpackPrompts } from '../../domain/prompts/pathPrompts.ts'
import { packPricing, unpackPricing } from '../../domain/usage/pathPricing.ts'
import { packUsage, unpackUsage } from '../../domain/usage/pathUsage.ts'

/** The priority that a lean body does not name. It never changes. */
const usualPriority = 100

interface ObservationColumns {
  readonly id: string
  readonly kind: ObservationKind
  readonly conversationId: string
  readonly messageId: string | null
  readonly externalId: string | null
  readonly role: Role | null
  readonly observedAt: Instant
  readonly ingestedAt: Instant
  readonly copyOf: ObservationId | null
  readonly contentHash: string
  /** These six are null outside the tree, parentId at a root as well. */
  readonly parentId: string | null
  readonly segmentId: string | null
  readonly depth: number | null
  readonly turn: number | null
  readonly entry: number | null
  readonly pathHash: string | null
}
export type ObservationRow = ObservationColumns & { readonly body: string }

/**
 * Returns the observation as it lies in a store; with its blocks in another form where a store keeps them so. A `lean` body has no
 * members that follow from the columns or are as usual.
 */
export function observationRow(
  observation: Observation,
  blocks: readonly unknown[] = observation.blocks,
  form: 'whole' | 'lean' = 'whole',
): ObservationRow {
  const { place } = observation
  return {
    id: observation.id,
    kind: observation.kind,
    conversationId: observation.conversationId,
    messageId: observation.messageId,
    externalId: observation.externalId,
    role: observation.role,
    observedAt: observation.observedAt,
    ingestedAt: observation.ingestedAt,
    copyOf: observation.copyOf,
    contentHash: observation.contentHash,
    parentId: place?.parentId ?? null,
    segmentId: place?.segmentId ?? null,
    depth: place?.depth ?? null,
    turn: place?.turn ?? null,
    entry: place?.entry ?? null,
    pathHash: place?.pathHash ?? null,
    body: bodyOf(observation, blocks, form === 'lean'),
  }
}

/** Members that hold nothing are undefined here, and so left out of the text. */
function bodyOf(observation: Observation, blocks: readonly unknown[], isLean: boolean): string {
  return JSON.stringify({
    blocks,
    senderId: observation.senderId ?? undefined,
    senderKind: observation.senderKind ?? undefined,
    model: observation.model ?? undefined,
    usage: observation.usage ?? undefined,
    runId: observation.runId ?? undefined,
    branchId: observation.branchId ?? undefined,
    sourceKind: observation.sourceKind ?? undefined,
    priority: isLean && observation.priority === usualPriority ? undefined : observation.priority,
    fields: unlessEmpty(observation.fields),
    metadata: unlessEmpty(observation.metadata),
    marker: observation.marker ?? undefined,
    salt: observation.salt ?? undefined,
    restates: observation.restates ?? undefined,
    erased: observation.erased,
    namesErased: observation.namesErased,
    place: observation.place ? countsOf(observation.place, isLean) : undefined,
  })
}

function countsOf(place: Place, isLean: boolean): object {
  const { turn, turns, entry, entries, calls } = place
  return {
    otherParents: unlessEmpty(place.otherParents),
    turns: isLean && turns === (turn ?? 0) ? undefined : turns,
    entries: isLean && entries === (entry ?? 0) ? undefined : entries,
    calls: isLean && calls === 0 ? undefined : calls,
    openCalls: unlessEmpty(place.openCalls),
    groupStart: place.groupStart ?? undefined,
    groupAnswer: place.groupAnswer ?? undefined,
    usage: packUsage(place.usage),
    pricing: packPricing(place.pricing, place.usage),
    prompts: packPrompts(place.prompts),
    firstUserId: place.firstUserId ?? undefined,
    bendId: place.bendId ?? undefined,
    bend: place.bend ?? undefined,
  }
}

function unlessEmpty<T extends object>(members: T): T | undefined {
  return Object.keys(members).length === 0 ? undefined : members
}

/** What the body of an observation holds. */
export type ObservationBody = Partial<Omit<Observation, 'place'>> &
  Pick<Observation, 'blocks'> & { readonly place?: PlaceBody }
type PlaceBody = Partial<Omit<Place, 'usage' | 'pricing' | 'prompts'>> & {
  readonly usage?: Parameters<typeof unpackUsage>[0]
  readonly pricing?: Parameters<typeof unpackPricing>[0]
  readonly prompts?: Parameters<typeof unpackPrompts>[0]
}

/** Returns the observation that lies in a row; `blocksOf` makes blocks of those of its body. */
export function observationOf(
  row: ObservationRow,
  blocksOf: (blocks: readonly Block[]) => readonly Block[] = asTheyAre,
): Observation {
  return observationWith(row, JSON.parse(row.body) as ObservationBody, blocksOf)
}

/** Returns the observation of columns and a body. */
export function observationWith(
  row: ObservationColumns,
  body: ObservationBody,
  blocksOf: (blocks: readonly Block[]) => readonly Block[] = asTheyAre,
): Observation {
  return {
    id: row.id,
    kind: row.kind,
    conversationId: row.conversationId,
    messageId: row.messageId,
    externalId: row.externalId,
    role: row.role,
    blocks: blocksOf(body.blocks),
    senderId: body.senderId ?? null,
    senderKind: body.senderKind ?? null,
    model: body.model ?? null,
    usage: body.usage ?? null,
    runId: body.runId ?? null,
    branchId: body.branchId ?? null,
    sourceKind: body.sourceKind ?? null,
    priority: body.priority ?? usualPriority,
    fields: body.fields ?? {},
    metadata: body.metadata ?? {},
    observedAt: row.observedAt,
    ingestedAt: row.ingestedAt,
    copyOf: row.copyOf,
    restates: body.restates ?? null,
    marker: body.marker ?? null,
    salt: body.salt ?? null,
    contentHash: row.contentHash,
    ...(body.erased !== undefined && { erased: body.erased }),
    ...(body.namesErased !== undefined && { namesErased: body.namesErased }),
    place: body.place ? placeOf(row, body.place) : null,
  }
}

const asTheyAre = (blocks: readonly Block[]) => blocks

function placeOf(row: ObservationColumns, counts: PlaceBody): Place | null {
  const { parentId, segmentId, depth, turn, entry, pathHash } = row
  if (segmentId === null || depth === null || pathHash === null) return null
  const usage = unpackUsage(counts.usage)
  return {
    parentId,
    otherParents: counts.otherParents ?? [],
    segmentId,
    depth,
    turns: counts.turns ?? turn ?? 0,
    turn,
    entries: counts.entries ?? entry ?? 0,
    entry,
    calls: counts.calls ?? 0,
    pathHash,
    openCalls: counts.openCalls ?? [],
    groupStart: counts.groupStart ?? null,
    groupAnswer: counts.groupAnswer ?? null,
    usage,
    pricing: unpackPricing(counts.pricing, usage),
    prompts: unpackPrompts(counts.prompts),
    firstUserId: counts.firstUserId ?? null,
    bendId: counts.bendId ?? null,
    bend: counts.bend ?? null,
  }
}
