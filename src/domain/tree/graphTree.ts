import { label } from '../messages/blocks.ts'
import { counted, drawnOf, headWords, labelIn, type Drawing, type DrawnRun } from './drawing.ts'
import type { TreeNode } from '../model.ts'

interface Graph {
  readonly nodes: { readonly name: string; readonly label: string; readonly isHead: boolean }[]
  readonly edges: { readonly from: string; readonly to: string; readonly folded: number }[]
  /** From what was merged to its join. */
  readonly merges: { readonly from: string; readonly to: string }[]
}

function graphOf(drawing: Drawing): Graph {
  const { roots, headId } = drawing
  const graph: Graph = { nodes: [], edges: [], merges: [] }
  const names = new Map<string, string>()
  const add = (node: TreeNode) => {
    const name = `n${graph.nodes.length}`
    names.set(node.id, name)
    // Its own head is drawn thicker; the others are named.
    const others = headWords({ ...drawing, headId: null }, node)
    const words = [labelIn(drawing, node), ...(others === '' ? [] : [others])].join(' ')
    graph.nodes.push({ name, label: words, isHead: node.id === headId })
    return name
  }
  const open: { stretch: DrawnRun; from: string | null }[] = [...roots]
    .reverse()
    .map((stretch) => ({ stretch, from: null }))
  for (let item = open.pop(); item; item = open.pop()) {
    const { stretch, from } = item
    let last = from
    let folded = 0
    for (const drawn of drawnOf(stretch)) {
      if (typeof drawn === 'number') folded = drawn
      else {
        const name = add(drawn)
        if (last !== null) graph.edges.push({ from: last, to: name, folded })
        ;[last, folded] = [name, 0]
      }
    }
    const below = last
    open.push(...[...stretch.next].reverse().map((next) => ({ stretch: next, from: below })))
  }
  addMerges(graph, drawing, names)
  // A node that nothing leads to: what is not drawn is counted, as in text.
  const { omitted } = drawing
  if (omitted > 0)
    graph.nodes.push({ name: 'more', label: `… ${counted(omitted, 'more leaf', 'more leaves')}`, isHead: false })
  return graph
}

/** What was merged from elsewhere is a node with the name of its conversation. */
function addMerges({ nodes, merges }: Graph, { merged }: Drawing, names: Map<string, string>): void {
  for (const [join, heads] of merged)
    for (const { observationId, conversationId } of heads) {
      const known = names.get(observationId) ?? `n${nodes.length}`
      if (!names.has(observationId)) nodes.push({ name: known, label: label(conversationId, 48), isHead: false })
      names.set(observationId, known)
      merges.push({ from: known, to: names.get(join) ?? known })
    }
}

/** Returns a tree as a Mermaid graph. */
export function mermaidTree(drawing: Drawing): string {
  const { nodes, edges, merges } = graphOf(drawing)
  const quote = (text: string) => `"${text.replace(/[#"<>&`]/g, (sign) => `#${sign.charCodeAt(0)};`)}"`
  const lines = nodes.map(({ name, label: text, isHead }) => `  ${name}[${quote(text)}]${isHead ? ':::head' : ''}`)
  const arrows = edges.map(({ from, to, folded }) =>
    folded > 0 ? `  ${from} -. ${quote(`${folded} more`)} .-> ${to}` : `  ${from} --> ${to}`,
  )
  const merging = merges.map(({ from, to }) => `  ${from} -. merged .-> ${to}`)
  return ['graph TD', ...lines, ...arrows, ...merging, '  classDef head stroke-width:3px', ''].join('\n')
}

/** Returns a tree as a Graphviz graph. */
export function dotTree(drawing: Drawing): string {
  const { nodes, edges, merges } = graphOf(drawing)
  const quote = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  const lines = nodes.map(
    ({ name, label: text, isHead }) => `  ${name} [label=${quote(text)}${isHead ? ', penwidth=3' : ''}]`,
  )
  const arrows = edges.map(
    ({ from, to, folded }) =>
      `  ${from} -> ${to}${folded > 0 ? ` [style=dashed, label=${quote(`${folded} more`)}]` : ''}`,
  )
  const merging = merges.map(({ from, to }) => `  ${from} -> ${to} [style=dotted, label="merged"]`)
  return [`digraph ${quote(drawing.title)} {`, '  node [shape=box]', ...lines, ...arrows, ...merging, '}', ''].join(
    '\n',
  )
}
