import { label, textOf } from './blocks.ts'
import type { TreeNode } from './model.ts'

/** A linear stretch of a tree as it is drawn: its ends, how many nodes it has, and what goes on from its last one. */
export interface Stretch {
  readonly first: TreeNode
  readonly last: TreeNode
  readonly length: number
  /** The one that goes straight on first, then side branches, oldest first. */
  readonly next: readonly Stretch[]
}
export interface Drawing {
  readonly title: string
  readonly roots: readonly Stretch[]
  readonly headId: string | null
  /** Leaves that were left out for the size of the drawing. */
  readonly omitted: number
}
export type TreeFormat = 'TEXT' | 'MERMAID' | 'DOT'

/** Returns a tree as text, Mermaid or Graphviz, linear stretches folded (design §4). */
export function draw(drawing: Drawing, format: TreeFormat): string {
  return format === 'TEXT' ? asText(drawing) : format === 'MERMAID' ? asMermaid(drawing) : asDot(drawing)
}

/** Returns a count with its noun. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

function labelOf(node: TreeNode): string {
  const number = node.place.turn === null ? '' : `${node.place.turn} `
  const tools = node.blocks.flatMap((block) =>
    block.type === 'toolCall' ? [`→ ${block.name}`] : block.type === 'toolResult' ? ['← result'] : [],
  )
  const text = node.marker?.summary ?? textOf(node.blocks) ?? ''
  const words = [label(text, 48), ...tools.slice(0, 3)].filter((part) => part !== '').join(' ')
  return `${number}${node.kind === 'TURN' ? node.role : node.kind}${words === '' ? '' : ` ${words}`}`
}

/** The lines of a stretch: its ends and what is folded between them. */
function linesOf({ first, last, length }: Stretch, headId: string | null): string[] {
  const mark = (node: TreeNode) => `${labelOf(node)}${node.id === headId ? '  ◀ head' : ''}`
  if (length === 1) return [`● ${mark(first)}`]
  return [`● ${mark(first)}`, ...(length > 2 ? [`┆ ${length - 2} more`] : []), `● ${mark(last)}`]
}

function asText({ title, roots, headId, omitted }: Drawing): string {
  const lines = [title]
  const put = (stretch: Stretch, indent: string, lead: string): void => {
    let at: Stretch | undefined = stretch
    let firstLead = lead
    while (at) {
      for (const line of linesOf(at, headId)) {
        lines.push(`${indent}${firstLead}${line}`)
        firstLead = firstLead === '' ? '' : '   '
      }
      const inner = lead === '' ? indent : `${indent}   `
      for (const side of at.next.slice(1)) put(side, inner, '├─ ')
      at = at.next[0]
    }
  }
  for (const root of roots) put(root, '', '')
  if (omitted > 0) lines.push(`… ${counted(omitted, 'more leaf', 'more leaves')}`)
  return `${lines.join('\n')}\n`
}

interface Graph {
  readonly nodes: { readonly name: string; readonly label: string; readonly isHead: boolean }[]
  readonly edges: { readonly from: string; readonly to: string; readonly folded: number }[]
}

function graphOf({ roots, headId }: Drawing): Graph {
  const graph: Graph = { nodes: [], edges: [] }
  const add = (node: TreeNode) => {
    const name = `n${graph.nodes.length}`
    graph.nodes.push({ name, label: labelOf(node), isHead: node.id === headId })
    return name
  }
  const open: { stretch: Stretch; from: string | null }[] = [...roots]
    .reverse()
    .map((stretch) => ({ stretch, from: null }))
  for (let item = open.pop(); item; item = open.pop()) {
    const { stretch, from } = item
    const first = add(stretch.first)
    if (from !== null) graph.edges.push({ from, to: first, folded: 0 })
    const last = stretch.length > 1 ? add(stretch.last) : first
    if (last !== first) graph.edges.push({ from: first, to: last, folded: stretch.length - 2 })
    open.push(...[...stretch.next].reverse().map((next) => ({ stretch: next, from: last })))
  }
  return graph
}

function asMermaid(drawing: Drawing): string {
  const { nodes, edges } = graphOf(drawing)
  const quote = (text: string) => `"${text.replace(/[#"<>&`]/g, (sign) => `#${sign.charCodeAt(0)};`)}"`
  const lines = nodes.map(({ name, label: text, isHead }) => `  ${name}[${quote(text)}]${isHead ? ':::head' : ''}`)
  const arrows = edges.map(({ from, to, folded }) =>
    folded > 0 ? `  ${from} -. ${quote(`${folded} more`)} .-> ${to}` : `  ${from} --> ${to}`,
  )
  return ['graph TD', ...lines, ...arrows, '  classDef head stroke-width:3px', ''].join('\n')
}

function asDot(drawing: Drawing): string {
  const { nodes, edges } = graphOf(drawing)
  const quote = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  const lines = nodes.map(
    ({ name, label: text, isHead }) => `  ${name} [label=${quote(text)}${isHead ? ', penwidth=3' : ''}]`,
  )
  const arrows = edges.map(
    ({ from, to, folded }) =>
      `  ${from} -> ${to}${folded > 0 ? ` [style=dashed, label=${quote(`${folded} more`)}]` : ''}`,
  )
  return [`digraph ${quote(drawing.title)} {`, '  node [shape=box]', ...lines, ...arrows, '}', ''].join('\n')
}
