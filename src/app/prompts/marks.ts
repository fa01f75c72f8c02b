import type { Event, Observation } from '../../domain/model.ts'
import { isJoin } from '../../domain/context/bends.ts'
import { bendsOf } from '../read/bends.ts'
import { isOnPath, nodesOf, asTreeNode } from '../read/paths.ts'
import { isInSpan } from './loops.ts'
import type { LoopSpan } from './rows.ts'

/** Returns the checkpoints that name nodes of a stretch, newest first. */
export async function checkpointsIn(span: LoopSpan): Promise<Event[]> {
  const { scope, conversation } = span.path
  const { reads, limits } = scope
  const events = await reads.list({ list: 'checkpoints', owner: conversation.id, after: null, limit: limits.list })
  const isHere = await Promise.all(
    events.map(async ({ details }) => {
      const id = details['observationId']
      const node = typeof id === 'string' ? asTreeNode(await reads.observation(id)) : null
      return node !== null && isInSpan(span, node) && (await isOnPath(reads, node, span.last))
    }),
  )
  return events.filter((_, i) => isHere[i])
}

/** Returns the markers of a stretch that hold on its path, and its joins. */
export async function markersIn({ path, before, first, last }: LoopSpan): Promise<Observation[]> {
  const { reads } = path.scope
  if (last.place.bendId === (before?.place.bendId ?? null)) return []
  const [{ all }, { holds }] = await Promise.all([
    bendsOf(reads, last.place.bendId),
    bendsOf(reads, path.end.place.bendId),
  ])
  const holding = new Set(holds.map(({ id }) => id))
  const inside = all.filter(({ depth, isAside }) => isAside && depth >= first.place.depth && depth <= last.place.depth)
  const observations = await Promise.all(inside.map(({ id }) => reads.observation(id)))
  return observations.filter((node) => node !== null).filter((node) => isJoin(node) || holding.has(node.id))
}

const mostAnnotated = 20
const portion = 500

/** Returns the nodes of a stretch that are annotated, the first 20. */
export async function annotatedIn({ path, first, last }: LoopSpan): Promise<Observation[]> {
  const { reads } = path.scope
  const annotated: Observation[] = []
  for (let from = first.place.depth; from <= last.place.depth && annotated.length < mostAnnotated; from += portion) {
    const nodes = await nodesOf(reads, last, 'depth', from, Math.min(last.place.depth, from + portion - 1))
    const values = await Promise.all(nodes.map(({ id }) => reads.annotations(id)))
    annotated.push(...nodes.filter((_, i) => Object.keys(values[i]?.values ?? {}).length > 0))
  }
  return annotated.slice(0, mostAnnotated)
}
