import type { Drawn } from './drawBoxes.ts'
import { size, type View } from './view.ts'

const cardWidth = 336

/** Returns all of it, where its words can be read then; else the current end, as near as they can be. */
export function beginning(
  boxes: readonly Drawn[],
  whole: View,
  width: number,
  height: number,
  isWanted: boolean,
): View {
  const here = boxes.find(({ isHere }) => isHere)
  if (isWanted || whole.scale * size.width >= 90 || !here) return whole
  const scale = 0.8
  const [x, y] = [here.column * size.column + size.width, here.row * size.row + size.height / 2]
  return { scale, x: Math.max(-40, x - (width - 80) / scale), y: y - height / 2 / scale }
}

/** Returns where the card of a box stands. */
export function cardAt(canvas: HTMLElement | null, view: View, { column, row }: Drawn): { left: number; top: number } {
  const { clientWidth = 0, clientHeight = 0 } = canvas ?? {}
  const left = (column * size.column - view.x) * view.scale
  const below = (row * size.row + size.height - view.y) * view.scale + 8
  const above = (row * size.row - view.y) * view.scale
  return {
    left: Math.max(8, Math.min(left, clientWidth - cardWidth - 8)),
    top: below + 190 < clientHeight || above < 200 ? below : Math.max(8, above - 198),
  }
}

/** Says whether the pointer is on its way from a box to its card. */
export function isNearCard(
  canvas: HTMLElement | null,
  view: View | null,
  box: Drawn | undefined,
  x: number,
  y: number,
): boolean {
  if (!box || !view) return false
  const { left, top } = cardAt(canvas, view, box)
  return x >= left - 8 && x <= left + cardWidth + 8 && y >= top - 16 && y <= top + 16
}

/** Returns the box at a place of the screen; -1 where there is none. */
export function boxAt(boxes: readonly Drawn[], view: View, x: number, y: number): number {
  const [left, top] = [view.x + x / view.scale, view.y + y / view.scale]
  return boxes.findIndex(({ column, row }) => {
    const [dx, dy] = [left - column * size.column, top - row * size.row]
    return dx >= 0 && dx <= size.width && dy >= 0 && dy <= size.height
  })
}
