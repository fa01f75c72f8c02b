import type { PaintedView } from './paint.ts'

/** Returns a view moved by so many pixels. */
export function panned(view: PaintedView, dx: number, dy: number): PaintedView {
  return { ...view, x: view.x - dx / view.perNode, y: view.y - dy / view.perLane }
}

/** The most that a node takes, in pixels. */
const nearest = 48

/** Returns a view so many times nearer, with what lies at a place of the picture still there. */
export function zoomed(view: PaintedView, by: number, px: number, py: number): PaintedView {
  const perNode = Math.min(view.perNode * by, nearest)
  const perLane = Math.min(view.perLane * by, nearest)
  return {
    x: view.x + px / view.perNode - px / perNode,
    y: view.y + py / view.perLane - py / perLane,
    perNode,
    perLane,
  }
}
