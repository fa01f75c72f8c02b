import type { Event, Json, Observation } from '../../domain/model.ts'
import type { Fact } from '../../domain/messages/snapshot.ts'
import { childrenOwner } from '../../storage/graphStore.ts'
import { asTreeNode } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { observationOrFact } from './observationOrFact.ts'

/** As many as a list without a cursor holds at most. */
const most = 1000

/** Returns how many observations a line of the ledger says were stored. */
export function storedBy(event: Event): number {
  return Math.max(namedBy(event).length, countOf(event))
}

/** Returns what a line of the ledger says was stored, in the order of storing, at most 1,000. */
export async function observationsOfEvent(scope: Scope, event: Event): Promise<(Observation | Fact)[]> {
  const named = namedBy(event).slice(0, most)
  if (named.length > 0) {
    const results = await Promise.all(named.map((id) => observationOrFact(scope, id)))
    return results.flatMap((one) => one ?? [])
  }
  const count = Math.min(most, countOf(event))
  if (count === 0 || event.conversationId === null) return []
  return event.kind === 'FORK' || event.kind === 'MATERIALIZE'
    ? copiesIn(scope, event.conversationId, count)
    : storedUpTo(scope, event, count)
}

/** The members of `details` that name what was stored. */
const names = ['observationId', 'markerId', 'joinId'] as const

function namedBy({ kind, details }: Event): string[] {
  if (kind === 'ANNOTATE' || kind === 'CHECKPOINT') return []
  const { observationIds } = details
  if (Array.isArray(observationIds)) return observationIds.filter((id: unknown) => typeof id === 'string')
  return names.flatMap((name) => (typeof details[name] === 'string' ? [details[name]] : []))
}

/** Of what nobody names, how much there is: nodes of an import, copies of a repair or in a fork's own ledger, and what was made with them. */
function countOf({ kind, details }: Event): number {
  const { added, copied, made, fork } = details
  if (kind === 'IMPORT') return asCount(added)
  return typeof copied === 'number' && fork === undefined ? Math.min(mostCounted, asCount(copied) + asCount(made)) : 0
}

/** A ledger that was brought in says what its file said: no count is above what the API can say. */
const mostCounted = 2 ** 31 - 1
const asCount = (value: Json | undefined): number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? Math.min(value, mostCounted) : 0

/** A line is written right after its observations, with nothing else of the conversation between. */
async function storedUpTo(scope: Scope, { conversationId, at }: Event, count: number): Promise<Observation[]> {
  const page = { list: 'observationsOfConversation', after: { sort: at, id: '' }, limit: count } as const
  return (await scope.reads.list({ ...page, owner: conversationId ?? '' })).reverse()
}

/** Copies are the first that a fork recorded, one below the other. */
async function copiesIn({ reads }: Scope, id: string, count: number): Promise<Observation[]> {
  const point = (await reads.conversation(id))?.forkedFrom?.observationId ?? null
  const [observation] =
    point === null
      ? await reads.list({ list: 'roots', owner: id, after: null, limit: 1 })
      : await reads.list({ list: 'childrenHere', owner: childrenOwner(id, point), after: null, limit: 1 })
  const first = asTreeNode(observation ?? null)
  if (!first) return []
  const { segmentId, depth } = first.place
  return reads.range({ segmentId, axis: 'depth', from: depth, to: depth + count - 1 })
}
