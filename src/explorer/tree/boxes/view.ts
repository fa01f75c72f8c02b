/** What of the map is in sight: its corner, in the map's own pixels, and how near it is. */
export interface View {
  readonly x: number
  readonly y: number
  readonly scale: number
}

/** A box, and how far one is from the next. */
export const size = { width: 160, height: 76, column: 184, row: 140 } as const
/** Around all of them, for what stands above and below. */
export const edge = 40
const nearest = 2

/** Returns the room that a number of columns and rows takes. */
export const extent = (columns: number, rows: number): { readonly width: number; readonly height: number } => ({
  width: (columns - 1) * size.column + size.width,
  height: (rows - 1) * size.row + size.height,
})

/** Returns a view with all of it in sight, no nearer than it is drawn. */
export function wholeOf(columns: number, rows: number, width: number, height: number): View {
  const { width: wide, height: high } = extent(columns, rows)
  const scale = Math.min(1, width / (wide + 2 * edge), height / (high + 2 * edge))
  return { scale, x: wide / 2 - width / 2 / scale, y: high / 2 - height / 2 / scale }
}

/** Returns a view moved by pixels of the screen. */
export const moved = (view: View, dx: number, dy: number): View => ({
  ...view,
  x: view.x - dx / view.scale,
  y: view.y - dy / view.scale,
})

/** Returns a view so many times nearer, with what lies at a place of the screen still there. */
export function nearer(view: View, by: number, px: number, py: number): View {
  const scale = Math.min(nearest, Math.max(0.005, view.scale * by))
  return { scale, x: view.x + px / view.scale - px / scale, y: view.y + py / view.scale - py / scale }
}
