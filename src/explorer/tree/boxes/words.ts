const known = new Map<string, readonly string[]>()

/** Returns words in two lines at most, the second cut where it is too long. */
export function wrapped(context: CanvasRenderingContext2D, words: string, width: number): readonly string[] {
  const key = `${context.font} ${width} ${words}`
  const before = known.get(key)
  if (before) return before
  if (known.size > 20_000) known.clear()
  const first = fitting(context, words, width)
  const rest = words.slice(first.length).trimStart()
  const lines = rest === '' ? [first] : [first, cut(context, rest, width)]
  known.set(key, lines)
  return lines
}

/** As much of a text as is wide enough, up to a space where there is one. */
function fitting(context: CanvasRenderingContext2D, words: string, width: number): string {
  let end = words.length
  while (end > 0 && context.measureText(words.slice(0, end)).width > width) end -= end > 40 ? 8 : 1
  if (end === words.length) return words
  const space = words.lastIndexOf(' ', end)
  return words.slice(0, space > end / 3 ? space : end)
}

/** Returns as much of a text on one line as is wide enough. */
export function cut(context: CanvasRenderingContext2D, words: string, width: number): string {
  if (context.measureText(words).width <= width) return words
  let end = Math.min(words.length, 60)
  while (end > 0 && context.measureText(`${words.slice(0, end)}…`).width > width) end -= 1
  return `${words.slice(0, end).trimEnd()}…`
}
