import { inSight, paint, type Colours, type Scene, type View } from './paint.ts'

/** Below this, a node is no dot any more. */
const dotted = 11

/** Draws a scene: its lines as pixels, its nodes as dots where there is room. */
export function drawMap(canvas: HTMLCanvasElement, scene: Scene, view: View): void {
  const { clientWidth: width, clientHeight: height } = canvas
  const context = canvas.getContext('2d')
  if (!context || width === 0 || height === 0) return
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  const picture = context.createImageData(width, height)
  const colours = coloursOf(canvas)
  paint(new Uint32Array(picture.data.buffer), width, scene, view, colours.numbers)
  context.putImageData(picture, 0, 0)
  drawDots(context, scene, view, colours, width, height)
  drawMarks(context, scene, view, colours)
}

type Painted = ReturnType<typeof coloursOf>

function drawDots(
  context: CanvasRenderingContext2D,
  scene: Scene,
  view: View,
  colours: Painted,
  width: number,
  height: number,
): void {
  if (view.perNode < dotted || view.perLane < dotted) return
  const { starts, ends, lanes } = scene.lanes
  inSight(scene, view, width, (at) => {
    const y = ((lanes[at] ?? 0) - view.y) * view.perLane + 1
    if (y < -10 || y > height + 10) return
    const isHeads = scene.tree[at]?.onHeadPath === true
    const headEnd = (starts[at] ?? 0) + scene.headLength(at)
    const from = Math.max(starts[at] ?? 0, Math.floor(view.x) - 1)
    const to = Math.min(ends[at] ?? 0, Math.ceil(view.x + width / view.perNode) + 1)
    for (let place = from; place <= to; place += 1) {
      context.fillStyle = isHeads && place < headEnd ? colours.head : colours.line
      context.beginPath()
      context.arc((place - view.x) * view.perNode + 1, y, 4, 0, 7)
      context.fill()
    }
  })
}

/** What has a name is a small square, the head a big one on its tip: both are seen from however far. */
function drawMarks(context: CanvasRenderingContext2D, { lanes, marks }: Scene, view: View, colours: Painted): void {
  context.fillStyle = colours.head
  for (const { stretch, offset, isHead } of marks) {
    const x = ((lanes.starts[stretch] ?? 0) + offset - view.x) * view.perNode + 1
    const y = ((lanes.lanes[stretch] ?? 0) - view.y) * view.perLane + 1
    const size = isHead ? 6 : 3
    context.save()
    context.translate(x, y)
    if (isHead) context.rotate(Math.PI / 4)
    context.fillRect(-size, -size, 2 * size, 2 * size)
    context.restore()
  }
}

/** The theme's colours, as text and as pixels. */
function coloursOf(canvas: HTMLElement): { readonly head: string; readonly line: string; readonly numbers: Colours } {
  const probe = getComputedStyle(canvas)
  const [paper, line, head, inherited] = [probe.backgroundColor, probe.color, probe.outlineColor, probe.borderTopColor]
  const numbers = { paper: pixel(paper), line: pixel(line), head: pixel(head), inherited: pixel(inherited) }
  return { head, line, numbers }
}

/** Returns `rgb(1, 2, 3)` as a pixel of a picture, opaque. */
function pixel(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+(\.\d+)?/g) ?? []).map(Number)
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0
}
