import { contentHash, pathHash } from '../../src/domain/tree/pathHash.ts'
import type { Hash, Marker, TreeNode } from '../../src/domain/model.ts'
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

/** Returns the lines as an earlier version wrote them, whose hashes covered only what markers aim at. */
export function withoutEnds(lines: readonly string[]): string[] {
  const hashes = new Map<Hash, Hash>()
  const paths = new Map<string, Hash>()
  const now = (text: string) => text.replace(/[0-9a-f]{64}/g, (hash) => hashes.get(hash) ?? hash)
  const observations = lines.map((line) => {
    const { line: kind, value } = parsed(line)
    if (kind !== 'observation' || (value.place as TreeNode['place'] | null) === null) return null
    const { ends: _ends, ...marker } = value.marker ?? ({} as Marker)
    const rule = value.marker && { ...marker, targets: marker.targets.map(now) }
    const content = contentHash({ ...value, marker: rule })
    const { parentId, otherParents } = value.place
    const others = otherParents.map((id) => paths.get(id) ?? '')
    const path = pathHash(parentId === null ? null : (paths.get(parentId) ?? ''), content, others)
    hashes.set(value.place.pathHash, path)
    paths.set(value.id, path)
    const node = { ...value, marker: rule, contentHash: content, place: { ...value.place, pathHash: path } }
    return lineOf(kind, JSON.stringify(node)).trim()
  })
  return lines.map((line, i) => {
    const { line: kind, value } = parsed(line)
    return observations[i] ?? lineOf(kind, now(JSON.stringify(value))).trim()
  })
}
