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
  /** What else stands at a node, by its id: the conversations of a family. */
  readonly heads: ReadonlyMap<ObservationId, readonly ConversationId[]>
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

const headsDrawn = 12

/** Returns what stands at a node, for the end of its line: the head of the tree's conversation, and those of its family. */
export function headWords({ headId, heads }: Drawing, node: TreeNode): string {
  const others = heads.get(node.id) ?? []
  const named = others.slice(0, headsDrawn).map((id) => label(id, 48))
  const more = others.length > headsDrawn ? [`${others.length - headsDrawn} more`] : []
  const words = [...(node.id === headId ? ['head'] : []), ...named, ...more]
  return words.length === 0 ? '' : `◀ ${words.join(', ')}`
}

/** Returns a count with its noun. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
