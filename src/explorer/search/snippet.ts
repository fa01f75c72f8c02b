/** A piece of a snippet. */
export interface Piece {
  readonly text: string
  readonly isHit: boolean
}

/** Returns a snippet in pieces, those that were searched for apart; ranges that overlap or lie outside are cut. */
export function piecesOf(snippet: string, ranges: readonly { readonly from: number; readonly to: number }[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  const add = (to: number, isHit: boolean): void => {
    if (to <= at) return
    pieces.push({ text: snippet.slice(at, to), isHit })
    at = to
  }
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
    add(Math.min(from, snippet.length), false)
    add(Math.min(to, snippet.length), true)
  }
  add(snippet.length, false)
  return pieces
}
