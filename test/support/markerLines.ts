import type { Marker, TreeNode } from '../../src/domain/model.ts'
import { lineOf } from '../../src/formats/ndjson/lines.ts'

interface Line {
  readonly line: string
  readonly value: TreeNode
}
const parsed = (line: string): Line => JSON.parse(line) as Line

/** Returns the lines with other members in the markers that are meant, their hashes left alone. */
export function withMarkers(
  lines: readonly string[],
  isIt: (node: TreeNode) => boolean,
  forge: (marker: Marker) => Partial<Marker>,
): string[] {
  return lines.map((line) => {
    const { line: kind, value } = parsed(line)
    if (kind !== 'observation' || value.marker === null || !isIt(value)) return line
    return lineOf(kind, JSON.stringify({ ...value, marker: { ...value.marker, ...forge(value.marker) } })).trim()
  })
}
