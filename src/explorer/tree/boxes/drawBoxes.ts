import { counted } from '../../parts/text.ts'
import type { TreePrompt } from '../prompts/promptRows.ts'
import type { Box } from './boxes.ts'
import { size, type View } from './view.ts'
import { label, pill } from './labels.ts'
import { cut, wrapped } from './words.ts'

/** A box with what is drawn of it. */
export interface Drawn extends Box<TreePrompt, { readonly id: string }> {
  readonly words: string
  /** How its answer begins. */
  readonly answer: string
  readonly colour: number
  readonly isHere: boolean
  /** The name of the branch that ends with it. */
  readonly tag: string | null
  readonly checkpoint: string | null
}

export interface Paints {
  readonly branches: readonly string[]
  readonly raise: string
  readonly edge: string
  readonly far: string
  readonly ink: string
  readonly soft: string
  readonly bad: string
  readonly badEdge: string
  readonly accent: string
  readonly good: string
  readonly goodSoft: string
  readonly font: string
}

/** A box narrower than this has no words. */
const wordsFrom = 90

/** Draws the boxes that are in sight, and the lines between them. */
export function drawBoxes(canvas: HTMLCanvasElement, boxes: readonly Drawn[], view: View, paints: Paints): void {
  const context = canvas.getContext('2d')
  const { clientWidth: width, clientHeight: height } = canvas
  if (!context || width === 0 || height === 0) return
  const dense = Math.min(2, devicePixelRatio || 1)
  if (canvas.width !== width * dense) canvas.width = width * dense
  if (canvas.height !== height * dense) canvas.height = height * dense
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, canvas.width, canvas.height)
  const scale = view.scale * dense
  context.setTransform(scale, 0, 0, scale, -view.x * scale, -view.y * scale)
  const right = view.x + width / view.scale
  const bottom = view.y + height / view.scale
  for (const box of boxes) drawWire(context, box, boxes[box.from], view, paints, right, bottom)
  const hasWords = size.width * view.scale >= wordsFrom
  for (const box of boxes) {
    const [x, y] = [box.column * size.column, box.row * size.row]
    if (x > right || y - 30 > bottom || x + size.width < view.x || y + size.height + 50 < view.y) continue
    if (hasWords) drawBox(context, box, x, y, paints)
    else drawDot(context, box, x, y, view, paints)
  }
}

function drawWire(
  context: CanvasRenderingContext2D,
  box: Drawn,
  from: Drawn | undefined,
  view: View,
  paints: Paints,
  right: number,
  bottom: number,
): void {
  if (!from) return
  const [x1, y1] = [from.column * size.column + size.width, from.row * size.row + size.height / 2]
  const [x2, y2] = [box.column * size.column, box.row * size.row + size.height / 2]
  if (x1 > right || x2 < view.x || Math.min(y1, y2) > bottom || Math.max(y1, y2) < view.y) return
  context.strokeStyle = box.kind === 'FORK' ? paints.far : (paints.branches[box.colour % 8] ?? paints.far)
  // However far it is, a line is seen.
  context.lineWidth = Math.max(2, 1 / view.scale)
  context.setLineDash(box.kind === 'FORK' ? [3, 3] : [])
  context.beginPath()
  context.moveTo(x1, y1)
  if (y1 === y2) context.lineTo(x2, y2)
  else {
    const middle = (x1 + x2) / 2
    context.arcTo(middle, y1, middle, y2, 8)
    context.arcTo(middle, y2, x2, y2, 8)
    context.lineTo(x2, y2)
  }
  context.stroke()
  context.setLineDash([])
}

const isFailed = ({ sums }: Drawn): boolean => sums.calls > 0 && sums.failures * 2 > sums.calls

function drawDot(
  context: CanvasRenderingContext2D,
  box: Drawn,
  x: number,
  y: number,
  view: View,
  paints: Paints,
): void {
  context.fillStyle = isFailed(box) ? paints.bad : (paints.branches[box.colour % 8] ?? paints.far)
  const least = 3 / view.scale
  const high = Math.max(least, box.isHere ? 44 : 28)
  context.beginPath()
  context.roundRect(x, y + size.height / 2 - high / 2, Math.max(least, size.width), high, Math.min(8, high / 2))
  context.fill()
}

function drawBox(context: CanvasRenderingContext2D, box: Drawn, x: number, y: number, paints: Paints): void {
  const colour = paints.branches[box.colour % 8] ?? paints.far
  const isFork = box.kind === 'FORK'
  // A run stands for several: they lie under it.
  if (box.kind === 'RUN') for (const shift of [8, 4]) frame(context, x + shift, y - shift, paints.raise, paints.edge, 1)
  frame(
    context,
    x,
    y,
    paints.raise,
    box.isHere ? colour : isFailed(box) ? paints.badEdge : paints.edge,
    box.isHere ? 3 : 1,
    isFork,
  )
  context.save()
  context.beginPath()
  context.roundRect(x, y, size.width, size.height, 8)
  context.clip()
  if (!isFork) {
    context.fillStyle = colour
    context.fillRect(x, y, 4, size.height)
  }
  context.fillStyle = paints.ink
  context.font = `500 13px ${paints.font}`
  const lines = wrapped(context, box.words, size.width - 26)
  lines.forEach((line, at) => context.fillText(line, x + 14, y + 22 + at * 18))
  context.font = `400 12px ${paints.font}`
  drawFacts(context, box, x + 14, y + size.height - 12, paints)
  context.restore()
  if (box.isHere) label(context, 'current end', x, y - 25, paints.accent, '#fff', paints)
  let below = y + size.height + 6
  if (box.tag !== null) {
    pill(context, box.tag, x, below, colour, paints)
    below += 22
  }
  if (box.checkpoint !== null) label(context, `⚑ ${box.checkpoint}`, x, below, paints.goodSoft, paints.good, paints)
}

function frame(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  fill: string,
  line: string,
  width: number,
  isDashed = false,
): void {
  context.fillStyle = fill
  context.strokeStyle = line
  context.lineWidth = width
  context.setLineDash(isDashed ? [4, 3] : [])
  context.beginPath()
  context.roundRect(x, y, size.width, size.height, 8)
  context.fill()
  context.stroke()
  context.setLineDash([])
}

function drawFacts(context: CanvasRenderingContext2D, box: Drawn, x: number, y: number, paints: Paints): void {
  const { kind, sums, answer } = box
  const width = size.width - 24
  const failed = kind === 'FORK' || sums.failures === 0 ? '' : `${sums.failures} failed`
  const prompts = kind === 'RUN' ? [counted(sums.prompts, 'prompt')] : []
  const calls = sums.calls > 0 ? [counted(sums.calls, 'call')] : []
  const wide = (parts: readonly string[]): number => context.measureText([...parts, failed].join(' · ')).width
  // What failed is of more note than how much there was.
  const counts = [[...prompts, ...calls], prompts, []].find((parts) => failed === '' || wide(parts) <= width) ?? []
  const facts = kind === 'FORK' ? 'Its own conversation' : counts.join(' · ')
  context.fillStyle = paints.soft
  const before = facts !== '' && failed !== '' ? `${facts} · ` : facts
  context.fillText(cut(context, before === '' && failed === '' ? answer : before, width), x, y)
  if (failed === '') return
  context.fillStyle = paints.bad
  context.fillText(failed, x + context.measureText(before).width, y)
}
