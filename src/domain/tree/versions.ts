import { wayOf } from './junctions.ts'
import type { Observation } from '../model.ts'

/** Where a turn stands among those that stand at its place, oldest first. */
export interface Versions {
  /** From 1. */
  readonly index: number
  readonly count: number
  readonly previous: Observation | null
  readonly next: Observation | null
}

/** The turn that something is a storing of; of a fork's own that replaced an inherited one, that one. */
export type TurnOf = (observation: Observation) => string | null

/**
 * Returns where a turn stands among the children of its parent (null: among roots), given oldest first and itself among
 * them; null where it has no version beside it (design §4). Of the parts of one answer that stand side by side one counts.
 */
export function versionsAmong(
  node: Observation,
  parent: Observation | null,
  children: readonly Observation[],
  turnOf: TurnOf = ({ messageId }) => messageId,
): Versions | null {
  const versions: Observation[] = []
  for (const child of children)
    if (child.id === node.id || (isVersion(child, parent, node.role) && !isPart(child, [node, ...versions], turnOf)))
      versions.push(child)
  const at = versions.findIndex(({ id }) => id === node.id)
  if (versions.length < 2 || at < 0 || !isVersion(node, parent, node.role)) return null
  return {
    index: at + 1,
    count: versions.length,
    previous: versions[at - 1] ?? null,
    next: versions[at + 1] ?? null,
  }
}

function isVersion(child: Observation, parent: Observation | null, role: Observation['role']): boolean {
  if (child.kind !== 'TURN' || child.role !== role) return false
  return parent === null ? role === 'USER' : wayOf(child, parent) !== null
}

/** Another turn with the same answer is a part of it, side by side with the others: parallel calls. */
function isPart(child: Observation, others: readonly Observation[], turnOf: TurnOf): boolean {
  const answer = child.role === 'ASSISTANT' ? (child.usage?.answerId ?? null) : null
  return answer !== null && others.some((it) => it.usage?.answerId === answer && turnOf(it) !== turnOf(child))
}
