import type { Census } from './takeCensus.ts'

type Row = readonly (string | number)[]

/** Returns a census as one table of plain text. */
export function censusTable({ formats, refused, findings }: Census): string {
  const kinds = [...formats].map(([name, of]): Row => {
    const { files, nodes, emptyTurns, unreadBlocks, danglingParents, reachable } = of
    return [name, files, nodes, emptyTurns, unreadBlocks, danglingParents, reachable.toFixed(3)]
  })
  const parts: readonly (readonly Row[])[] = [
    [['format', 'files', 'nodes', 'empty turns', 'unread blocks', 'dangling', 'reachable'], ...kinds],
    [['refused', 'files'], ...refused],
    [['finding', 'times'], ...findings],
  ]
  return parts.map(lines).join('\n')
}

function lines(rows: readonly Row[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => String(row[at]).length)))
  const line = (row: Row) =>
    row.map((cell, at) => (at === 0 ? String(cell).padEnd(widths[at] ?? 0) : String(cell).padStart(widths[at] ?? 0)))
  return rows.map((row) => `${line(row).join('  ').trimEnd()}\n`).join('')
}
