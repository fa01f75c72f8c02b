import { label } from '../messages/blocks.ts'
import type { ConversationId, ObservationId, TreeNode } from '../model.ts'
import { nodeLabel } from './nodeLabel.ts'

/** A linear stretch of a tree as it is drawn: its ends, how many nodes it has, and what goes on from its last one. */
export interface DrawnRun {
  readonly first: TreeNode
  readonly last: TreeNode
  readonly length: number
  /** The nodes after its first one that are drawn too, where the drawing is unfolded; the rest is folded. */
  readonly between: readonly TreeNode[]
  /** Oldest first. */
  readonly next: readonly DrawnRun[]
}
export interface Drawing {
  readonly title: string
  readonly roots: readonly DrawnRun[]
  readonly headId: string | null
  /** Names that places were given, by node. */
  readonly checkpoints: ReadonlyMap<string, readonly string[]>
  /** Leaves that were left out for the size of the drawing. */
  readonly omitted: number
  /** Of each join that is drawn, what was merged there beside what it continues. */
  readonly merged: ReadonlyMap<ObservationId, readonly Merged[]>
}
/** A head that was merged, and the conversation that it was recorded in. */
export interface Merged {
  readonly conversationId: ConversationId
  readonly observationId: ObservationId
}
export type TreeFormat = 'TEXT' | 'MERMAID' | 'DOT'

/** Returns what is drawn of a stretch, in its order: nodes, and as a number how many of them are folded away. */
export function drawnOf({ first, last, length, between }: DrawnRun): readonly (TreeNode | number)[] {
  if (length === 1) return [first]
  const folded = length - 2 - between.length
  return [first, ...between, ...(folded > 0 ? [folded] : []), last]
}

const namesDrawn = 3

/** Returns what a node is called in a drawing, with the names that it was given. */
export function labelIn({ checkpoints }: Drawing, node: TreeNode): string {
  const names = checkpoints.get(node.id) ?? []
  if (names.length === 0) return nodeLabel(node)
  const more = names.length > namesDrawn ? [`${names.length - namesDrawn} more`] : []
  return `${nodeLabel(node)} ⚑ ${[...names.slice(0, namesDrawn).map((name) => label(name, 48)), ...more].join(', ')}`
}

/** Returns a count with its noun. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
