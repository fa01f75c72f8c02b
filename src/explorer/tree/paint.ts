import type { Lanes } from './lanes.ts'
import type { Sign } from './places.ts'
import type { Tree } from './stretches.ts'

/** What of the map is in sight: its corner in nodes and lanes, and how many pixels each has. */
export interface PaintedView {
  readonly x: number
  readonly y: number
  readonly perNode: number
  readonly perLane: number
}

export interface Colours {
  readonly paper: number
  readonly line: number
  readonly head: number
  readonly inherited: number
  /** Where a line begins as another version of a turn. */
  readonly version: number
}

/** What is painted, sorted so that what is out of sight is passed over in blocks. */
export interface Scene {
  readonly tree: Tree
  readonly marks: readonly Mark[]
  /** So many nodes of the head's stretch are on its path. */
  readonly headLength: (stretch: number) => number
  readonly lanes: Lanes
  /** Stretches by where they begin. */
  readonly order: Int32Array
  /** Of each block of them, the farthest end. */
  readonly farthest: Int32Array
  /** By stretch: the outermost lanes that part from its end; equal to its own where none does. */
  readonly from: Int32Array
  readonly to: Int32Array
}

/** A node that has a name or a meaning of its own. */
export interface Mark {
  readonly stretch: number
  readonly offset: number
  readonly signs: readonly Sign[]
}

const block = 64
/** Up to so many pixels are set one by one. */
const narrow = 16

/** Returns a tree made ready to be painted. */
export function sceneOf(tree: Tree, lanes: Lanes, marks: readonly Mark[] = []): Scene {
  const { starts, ends } = lanes
  const order = Int32Array.from(tree.keys()).sort((a, b) => (starts[a] ?? 0) - (starts[b] ?? 0))
  const farthest = new Int32Array(Math.ceil(tree.length / block))
  const [from, to] = [lanes.lanes.slice(), lanes.lanes.slice()]
  order.forEach((stretch, at) => {
    const own = Math.floor(at / block)
    farthest[own] = Math.max(farthest[own] ?? 0, (ends[stretch] ?? 0) + 1)
    const parent = tree[stretch]?.parent ?? -1
    if (parent < 0) return
    const lane = lanes.lanes[stretch] ?? 0
    from[parent] = Math.min(from[parent] ?? lane, lane)
    to[parent] = Math.max(to[parent] ?? lane, lane)
  })
  const head = marks.find(({ signs }) => signs.includes('HEAD'))
  const headLength = (stretch: number): number => (stretch === head?.stretch ? head.offset + 1 : Infinity)
  return { tree, lanes, marks, headLength, order, farthest, from, to }
}

/** Returns the view that shows all of a scene. */
export function wholeView({ lanes }: Scene, width: number, height: number): PaintedView {
  const perNode = Math.min(width / (lanes.length + 1), 28)
  const perLane = Math.min(height / (lanes.laneCount + 1), 28)
  return { x: -1, y: -1, perNode: Math.max(perNode, 1e-4), perLane: Math.max(perLane, 1e-4) }
}

/** Calls `each` with the stretches that may be in sight. */
export function inSight(
  { lanes, order, farthest }: Scene,
  view: PaintedView,
  width: number,
  each: (at: number) => void,
): void {
  const right = view.x + width / view.perNode + 1
  for (let at = 0; at < order.length; at += 1) {
    // What begins at its parent's end is drawn from there.
    if (at % block === 0 && (farthest[at / block] ?? 0) < view.x - 1) at += block - 1
    else if ((lanes.starts[order[at] ?? 0] ?? 0) - 1 > right) return
    else each(order[at] ?? 0)
  }
}

/** Paints a scene's lines, one pixel thick or more, into a picture of the given width. */
export function paint(pixels: Uint32Array, width: number, scene: Scene, view: PaintedView, colours: Colours): void {
  const height = pixels.length / width
  const { tree, lanes, from, to } = scene
  const thick = view.perLane > 6 ? 2 : 1
  const x = (place: number): number => Math.round((place - view.x) * view.perNode)
  const y = (lane: number): number => Math.round((lane - view.y) * view.perLane)
  const fill = (left: number, top: number, right: number, bottom: number, colour: number): void => {
    const [l, r] = [Math.max(left, 0), Math.min(right, width)]
    const [first, last] = [Math.max(top, 0), Math.min(bottom, height)]
    if (r <= l) return
    // A call costs more than the few pixels of a line that goes down.
    const isNarrow = r - l <= narrow
    for (let row = first; row < last; row += 1) {
      const end = row * width + r
      if (isNarrow) for (let at = row * width + l; at < end; at += 1) pixels[at] = colour
      else pixels.fill(colour, row * width + l, end)
    }
  }
  pixels.fill(colours.paper)
  const drawn: number[] = []
  inSight(scene, view, width, (at) => drawn.push(at))
  // The head's path lies over what crosses it.
  for (const isHead of [false, true]) {
    for (const at of drawn) {
      const { onHeadPath, inherited, parent, parting } = tree[at] ?? nothing
      if (onHeadPath !== isHead) continue
      const colour = onHeadPath ? colours.head : inherited ? colours.inherited : colours.line
      const lane = y(lanes.lanes[at] ?? 0)
      const begin = (lanes.starts[at] ?? 0) - (parent < 0 ? 0 : 1)
      const right = Math.max(x(lanes.ends[at] ?? 0), x(begin)) + thick
      fill(x(begin), lane, right, lane + thick, colour)
      if (parting === 'VERSION') fill(x(begin), lane, x(begin + 1), lane + thick, colours.version)
      // What lies behind the head was left.
      if (isHead)
        fill(x((lanes.starts[at] ?? 0) + scene.headLength(at) - 1) + thick, lane, right, lane + thick, colours.line)
      const [top, bottom] = [y(from[at] ?? 0), y(to[at] ?? 0)]
      const end = x(lanes.ends[at] ?? 0)
      if (bottom > top) fill(end, top, end + thick, bottom + thick, colours.line)
    }
  }
}
const nothing = { onHeadPath: false, inherited: false, parent: -1, parting: null }

/** Returns the stretch nearest to a place of the picture, -1 where none is near. */
export function stretchAt(scene: Scene, view: PaintedView, width: number, px: number, py: number): number {
  const { lanes } = scene
  let [best, least] = [-1, 14]
  inSight(scene, view, width, (at) => {
    const left = ((lanes.starts[at] ?? 0) - view.x) * view.perNode
    const right = ((lanes.ends[at] ?? 0) - view.x) * view.perNode
    const away = Math.max(left - px, px - right, 0) + Math.abs(((lanes.lanes[at] ?? 0) - view.y) * view.perLane - py)
    if (away < least) [best, least] = [at, away]
  })
  return best
}
