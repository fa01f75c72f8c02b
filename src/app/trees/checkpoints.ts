import type { Conversation, TreeNode } from '../../domain/model.ts'
import { asTreeNode } from '../read/paths.ts'
import type { Scope } from '../scope.ts'

/** Names of places in a drawing: by node, newest first. */
export interface Checkpoints {
  readonly nodes: readonly TreeNode[]
  readonly names: ReadonlyMap<string, readonly string[]>
}

/** Returns the newest `limit` checkpoints of a conversation by the nodes that they name. */
export async function checkpointsOf(scope: Scope, { id }: Conversation, limit: number): Promise<Checkpoints> {
  const events = await scope.reads.list({ list: 'checkpoints', owner: id, after: null, limit })
  const names = new Map<string, string[]>()
  for (const { details } of events) {
    const { name, observationId } = details
    if (typeof name !== 'string' || typeof observationId !== 'string') continue
    const known = names.get(observationId) ?? []
    if (!known.includes(name)) names.set(observationId, [...known, name])
  }
  const observations = await Promise.all([...names.keys()].map((named) => scope.reads.observation(named)))
  return { nodes: observations.flatMap((one) => asTreeNode(one) ?? []), names }
}

/** Returns the names of places in several conversations together. */
export function mergedCheckpoints(all: readonly Checkpoints[]): Checkpoints {
  const names = new Map<string, readonly string[]>()
  for (const one of all)
    for (const [id, checkpointNames] of one.names)
      names.set(id, [...new Set([...(names.get(id) ?? []), ...checkpointNames])])
  const nodes = new Map(all.flatMap((one) => one.nodes.map((node) => [node.id, node])))
  return { nodes: [...nodes.values()], names }
}
