import type { Observation, TreeNode } from '../../domain/model.ts'
import type { Reads } from '../read/reads.ts'
import { nodeAt } from '../read/paths.ts'
import type { Find } from './finding.ts'

const mostNamed = 10

/** Says whether a turn comes right after one of its own side: a person after a person, an answer after another answer. */
export async function repeatsRole(reads: Reads, parent: TreeNode | null, node: Observation): Promise<boolean> {
  const { role, usage } = node
  if (node.kind !== 'TURN' || parent === null || (role !== 'USER' && role !== 'ASSISTANT')) return false
  const isTurn = parent.kind === 'TURN' && parent.place.turn !== null
  const before = isTurn ? parent : await nodeAt(reads, parent, 'turn', parent.place.turns)
  if (before?.role !== role) return false
  // Several turns may be one answer.
  return role === 'USER' || usage?.answerId === undefined || before.usage?.answerId !== usage.answerId
}

/** Tells of turns that repeat a role, all in one finding. */
export function tellRoles(repeated: readonly string[], find: Find): void {
  const count = repeated.length
  if (count === 0) return
  const are = count === 1 ? '1 turn has' : `${count} turns have`
  const message = `${are} the role of the turn before: a person spoke twice, or a model gave two answers.`
  find('ROLES_DO_NOT_ALTERNATE', message, { count, observationIds: repeated.slice(0, mostNamed) })
}
