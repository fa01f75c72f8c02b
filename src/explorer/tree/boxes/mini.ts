import type { Drawn, Paints } from './drawBoxes.ts'
import { edge, extent, size, type View } from './view.ts'

interface Grid {
  readonly columns: number
  readonly rows: number
}

function frameOf(mini: HTMLElement, { columns, rows }: Grid) {
  const { width, height } = extent(columns, rows)
  const [wide, high] = [width + 2 * edge, height + 2 * edge]
  const scale = Math.min(mini.clientWidth / wide, mini.clientHeight / high)
  return { scale, x: (mini.clientWidth - width * scale) / 2, y: (mini.clientHeight - height * scale) / 2 }
}

/** Draws all boxes small, and what of them is in sight. */
export function drawMini(
  mini: HTMLCanvasElement,
  boxes: readonly Drawn[],
  grid: Grid,
  view: View,
  big: HTMLElement,
  paints: Paints,
): void {
  const context = mini.getContext('2d')
  const { clientWidth: width, clientHeight: height } = mini
  if (!context || width === 0) return
  const dense = Math.min(2, devicePixelRatio || 1)
  if (mini.width !== width * dense) mini.width = width * dense
  if (mini.height !== height * dense) mini.height = height * dense
  context.setTransform(dense, 0, 0, dense, 0, 0)
  context.clearRect(0, 0, width, height)
  const { scale, x, y } = frameOf(mini, grid)
  for (const { column, row, colour, kind } of boxes) {
    context.fillStyle = kind === 'FORK' ? paints.far : (paints.branches[colour % 8] ?? paints.far)
    const [wide, high] = [Math.max(1, size.width * scale), Math.max(1, size.height * scale)]
    context.beginPath()
    context.roundRect(x + column * size.column * scale, y + row * size.row * scale, wide, high, Math.min(2, high / 2))
    context.fill()
  }
  const [left, top] = [Math.max(2, x + view.x * scale), Math.max(2, y + view.y * scale)]
  const right = Math.min(width - 2, x + (view.x + big.clientWidth / view.scale) * scale)
  const bottom = Math.min(height - 2, y + (view.y + big.clientHeight / view.scale) * scale)
  context.strokeStyle = paints.far
  context.lineWidth = 1.5
  context.beginPath()
  context.roundRect(left, top, Math.max(4, right - left), Math.max(4, bottom - top), 3)
  context.stroke()
}

/** Returns a view in whose middle stands what is at a place of the small picture. */
export function fromMini(mini: HTMLElement, grid: Grid, view: View, big: HTMLElement, px: number, py: number): View {
  const { scale, x, y } = frameOf(mini, grid)
  return {
    ...view,
    x: (px - x) / scale - big.clientWidth / view.scale / 2,
    y: (py - y) / scale - big.clientHeight / view.scale / 2,
  }
}
