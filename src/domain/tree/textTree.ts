import { label } from '../messages/blocks.ts'
import { counted, drawnOf, headWords, labelIn, type Drawing, type Merged, type DrawnRun } from './drawing.ts'
import type { TreeNode } from '../model.ts'

/** One stretch yet to be written: how deep it lies, what stands before its lines, and the sign of its first one. */
interface OpenRun {
  readonly stretch: DrawnRun
  readonly level: number
  readonly indent: string
  readonly sign: '' | '├─ ' | '└─ '
}

/** The levels that are drawn: of what lies deeper, the outermost ones are counted instead. */
const levelsDrawn = 24
const levelWidth = 3

/** Returns a tree as text: children of one node are below it, indented, oldest first; an only child is in its column. An empty line is between roots. */
export function textTree(drawing: Drawing): string {
  const { title, roots, omitted } = drawing
  const lines = [title]
  const further = new Set(roots.slice(1))
  const open: OpenRun[] = roots.map((stretch) => ({ stretch, level: 0, indent: '', sign: '' as const })).reverse()
  for (let item = open.pop(); item; item = open.pop()) {
    const { stretch, level, indent, sign } = item
    if (further.has(stretch)) lines.push('')
    const inner = indent + (sign === '' ? '' : sign === '├─ ' ? '│  ' : '   ')
    const [first = '', ...rest] = linesOf(stretch, drawing)
    lines.push(`${lead(indent, level)}${sign}${first}`, ...rest.map((line) => `${lead(inner, level)}${line}`))
    open.push(...linesBelow(stretch, level, inner).reverse())
  }
  if (omitted > 0) lines.push(`… ${counted(omitted, 'more leaf', 'more leaves')}`)
  return `${lines.join('\n')}\n`
}

function linesBelow({ next }: DrawnRun, level: number, inner: string): OpenRun[] {
  const [only] = next
  if (only && next.length === 1) return [{ stretch: only, level, indent: inner, sign: '' }]
  const indent = inner.slice(-levelsDrawn * levelWidth)
  return next.map((stretch, k) => ({
    stretch,
    level: level + 1,
    indent,
    sign: k === next.length - 1 ? '└─ ' : '├─ ',
  }))
}

/** A comb of thousands of forks would else be wider than it is long. */
function lead(indent: string, level: number): string {
  const hidden = level - 1 - levelsDrawn
  return hidden > 0 ? `${hidden}… ${indent}` : indent
}

function linesOf(stretch: DrawnRun, drawing: Drawing): string[] {
  return drawnOf(stretch).map((drawn) =>
    typeof drawn === 'number'
      ? `┆ ${drawn} more`
      : `${signOf(drawn)} ${labelIn(drawing, drawn)}${mergedWords(drawing.merged.get(drawn.id))}${ending(headWords(drawing, drawn))}`,
  )
}

const ending = (words: string): string => (words === '' ? '' : `  ${words}`)
const signOf = ({ kind }: TreeNode): string => (kind === 'JOIN' ? '◆' : '●')

function mergedWords(merged: readonly Merged[] = []): string {
  return merged.length === 0 ? '' : ` ⇐ ${merged.map(({ conversationId }) => label(conversationId, 48)).join(', ')}`
}
