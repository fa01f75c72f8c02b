import type { Paints } from './drawBoxes.ts'
import { size } from './view.ts'
import { wrapped } from './words.ts'

/** Draws words on a ground of their own. */
export function label(
  context: CanvasRenderingContext2D,
  words: string,
  x: number,
  y: number,
  ground: string,
  ink: string,
  paints: Paints,
): void {
  context.font = `500 12px ${paints.font}`
  const [text = ''] = wrapped(context, words, size.width - 12)
  context.fillStyle = ground
  context.beginPath()
  context.roundRect(x, y, context.measureText(text).width + 12, 19, 4)
  context.fill()
  context.fillStyle = ink
  context.fillText(text, x + 6, y + 14)
}

/** Draws a branch's name beside its colour. */
export function pill(
  context: CanvasRenderingContext2D,
  words: string,
  x: number,
  y: number,
  colour: string,
  paints: Paints,
): void {
  context.font = `500 12px ${paints.font}`
  const [text = ''] = wrapped(context, words, size.width - 28)
  context.fillStyle = paints.raise
  context.strokeStyle = colour
  context.lineWidth = 1
  context.beginPath()
  context.roundRect(x + 0.5, y + 0.5, context.measureText(text).width + 28, 19, 10)
  context.fill()
  context.stroke()
  context.fillStyle = colour
  context.beginPath()
  context.arc(x + 11, y + 10, 4, 0, 7)
  context.fill()
  context.fillStyle = paints.ink
  context.fillText(text, x + 20, y + 14)
}
