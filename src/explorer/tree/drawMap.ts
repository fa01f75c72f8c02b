import { inSight, paint, type Colours, type Scene, type PaintedView } from './paint.ts'
import type { Sign } from './places.ts'

/** Below this, a node is no dot any more. */
const dotted = 11

/** Draws a scene: its lines as pixels, its nodes as dots where there is room. */
export function drawMap(canvas: HTMLCanvasElement, scene: Scene, view: PaintedView): void {
  const { clientWidth: width, clientHeight: height } = canvas
  const context = canvas.getContext('2d')
  if (!context || width === 0 || height === 0) return
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  const picture = pictureOf(canvas, context)
  const colours = coloursOf(canvas)
  paint(new Uint32Array(picture.data.buffer), width, scene, view, colours.numbers)
  context.putImageData(picture, 0, 0)
  drawDots(context, scene, view, colours, width, height)
  drawMarks(context, scene, view, colours)
}

const pictures = new WeakMap<HTMLCanvasElement, ImageData>()

/** Returns the pixels of a canvas, the same ones each time: new ones for each frame are some megabytes to be cleared away. */
function pictureOf(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D): ImageData {
  const known = pictures.get(canvas)
  if (known?.width === canvas.width && known.height === canvas.height) return known
  const picture = context.createImageData(canvas.width, canvas.height)
  pictures.set(canvas, picture)
  return picture
}

type Painted = ReturnType<typeof coloursOf>

function drawDots(
  context: CanvasRenderingContext2D,
  scene: Scene,
  view: PaintedView,
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

/** What is marked has a shape of its own, of one size from however far; the head's lies over the others. */
function drawMarks(
  context: CanvasRenderingContext2D,
  { lanes, marks }: Scene,
  view: PaintedView,
  colours: Painted,
): void {
  context.fillStyle = colours.head
  context.strokeStyle = colours.head
  context.lineWidth = 2
  for (const { stretch, offset, signs } of marks) {
    const x = ((lanes.starts[stretch] ?? 0) + offset - view.x) * view.perNode + 1
    const y = ((lanes.lanes[stretch] ?? 0) - view.y) * view.perLane + 1
    if (x < -10 || y < -10 || x > context.canvas.width + 10 || y > context.canvas.height + 10) continue
    for (const sign of [...signs].reverse()) {
      context.save()
      context.translate(x, y)
      context.beginPath()
      const isFilled = shapes[sign](context)
      if (isFilled) context.fill()
      else context.stroke()
      context.restore()
    }
  }
}

/** What draws each sign around the origin; says whether it is filled. */
const shapes: Readonly<Record<Sign, (context: CanvasRenderingContext2D) => boolean>> = {
  HEAD: (context) => polygon(context, [0, -8], [8, 0], [0, 8], [-8, 0]),
  CHECKPOINT: (context) => polygon(context, [-1, 2], [-1, -11], [8, -7], [1, -4], [1, 2]),
  FORK: (context) => {
    context.arc(0, 0, 6, 0, 7)
    return false
  },
  MARKER: (context) => polygon(context, [-5, -5], [5, -5], [5, 5], [-5, 5]),
  MERGE: (context) => polygon(context, [-8, -6], [1, 0], [-8, 6]),
  REWOUND: (context) => {
    polygon(context, [6, -5], [-2, 0], [6, 5])
    return false
  },
  NOTE: (context) => polygon(context, [0, -10], [3, -4], [-3, -4]),
}

type Corner = readonly [number, number]

function polygon(context: CanvasRenderingContext2D, [x, y]: Corner, ...others: readonly Corner[]): boolean {
  context.moveTo(x, y)
  for (const [left, top] of others) context.lineTo(left, top)
  context.closePath()
  return true
}

/** The theme's colours, as text and as pixels. */
function coloursOf(canvas: HTMLElement): { readonly head: string; readonly line: string; readonly numbers: Colours } {
  const probe = getComputedStyle(canvas)
  const [paper, line, head, inherited] = [probe.backgroundColor, probe.color, probe.outlineColor, probe.borderTopColor]
  const version = pixel(probe.borderBottomColor)
  const numbers = { paper: pixel(paper), line: pixel(line), head: pixel(head), inherited: pixel(inherited), version }
  return { head, line, numbers }
}

/** Returns `rgb(1, 2, 3)` as a pixel of a picture, opaque. */
function pixel(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+(\.\d+)?/g) ?? []).map(Number)
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0
}
