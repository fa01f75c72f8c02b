import { draw } from '../../domain/tree/draw.ts'
import type { TreeFormat } from '../../domain/tree/drawing.ts'
import type { Conversation } from '../../domain/model.ts'
import { badInput } from '../../domain/refusals.ts'
import { cost } from '../read/budget.ts'
import type { Scope } from '../scope.ts'
import { checkpointsOf, mergedCheckpoints } from './checkpoints.ts'
import { mergedAt, stretchesOf } from './drawnStretches.ts'
import { headsIn, planOfFamily, planOfOne } from './drawnTrees.ts'
import { unfoldStretches, type Lines } from './unfold.ts'

export interface DrawOptions {
  readonly format: TreeFormat
  /** The most nodes to draw; null: all that there are. */
  readonly maxNodes: number | null
  /** Whether straight stretches are drawn node by node, as far as the most nodes allow. */
  readonly unfold: boolean
  /** Whether its sources, their forks and the forks of those are drawn with it, what they share once. */
  readonly family?: boolean
}

/** Returns a conversation's tree as text, Mermaid or Graphviz: what it recorded and the path that it inherited, or all its family. */
export async function drawTree(
  scope: Scope,
  conversation: Conversation,
  { format, maxNodes, unfold, family }: DrawOptions,
): Promise<string> {
  if (maxNodes !== null && (maxNodes < 1 || maxNodes > 10_000))
    throw badInput('"maxNodes" must be from 1 to 10000.', { maxNodes }, ['maxNodes'])
  const most = maxNodes ?? Infinity
  const plan = await (family ? planOfFamily : planOfOne)(scope, conversation, Math.ceil(most / 2))
  const { segments, members } = plan
  const named = Math.ceil(Math.min(most, mostNamed) / 2)
  const checkpoints = mergedCheckpoints(
    await Promise.all(members.map((member) => checkpointsOf(scope, member, Math.ceil(named / members.length)))),
  )
  scope.budget.spend(checkpoints.nodes.length * cost.drawn)
  const { nodes: heads, ids } = await headsIn(scope, conversation, members)
  const lines: Lines = new Map()
  const mostJoins = Math.ceil(Math.min(most, mostNamed) / (4 * Math.max(1, segments.length)))
  const roots = await stretchesOf(scope, plan, { named: [...checkpoints.nodes, ...heads], lines, mostJoins })
  if (unfold) await unfoldStretches(scope, roots, lines, most)
  const { title, omitted } = plan
  const merged = await mergedAt(scope, roots)
  const { names } = checkpoints
  return draw({ title, roots, headId: conversation.headId, heads: ids, checkpoints: names, omitted, merged }, format)
}

/** Twice the places whose names are looked for at most, where all nodes are drawn. */
const mostNamed = 10_000
