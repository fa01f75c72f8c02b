import type { Drawing, TreeFormat } from './drawing.ts'
import { dotTree, mermaidTree } from './graphTree.ts'
import { textTree } from './textTree.ts'

const notations: Readonly<Record<TreeFormat, (drawing: Drawing) => string>> = {
  TEXT: textTree,
  MERMAID: mermaidTree,
  DOT: dotTree,
}

/** Returns a tree as text, Mermaid or Graphviz (design §4). */
export function draw(drawing: Drawing, format: TreeFormat): string {
  return notations[format](drawing)
}
