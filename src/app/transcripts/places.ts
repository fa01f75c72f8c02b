import { lastUpTo, type ContextPiece } from '../../domain/context/contextView.ts'
import { isFit } from '../../domain/ids.ts'
import { groupAcross } from '../../domain/context/toolPairs.ts'
import { brokenCursor, cursorGone, parsed } from '../read/cursors.ts'
import { isOnPath, nodeAt, nodesOf, numberOn, asTreeNode } from '../read/paths.ts'
import type { Reads } from '../read/reads.ts'
import type { NumberedNode } from './entries.ts'
import { offset, type RenderedPath } from './renderedPath.ts'

type Nodes = Extract<ContextPiece, { kind: 'nodes' }>

/** Returns what stands at places `low` to `high`, in the order of the path. */
export async function placesAt(reads: Reads, path: RenderedPath, low: number, high: number): Promise<NumberedNode[]> {
  const parts: Promise<NumberedNode[]>[] = []
  const { pieces, begins } = path.list
  const first = lastUpTo(begins.length, low, (i) => begins[i] as number)
  for (let i = Math.max(0, first); i < pieces.length && (begins[i] ?? 0) <= high; i++) {
    const [piece, begin] = [pieces[i] as ContextPiece, begins[i] as number]
    if (piece.kind === 'nodes') parts.push(numbered(reads, path, piece, begin, low, high))
    else parts.push(madeOf(reads, piece, begin))
  }
  return (await Promise.all(parts)).flat()
}

async function numbered(
  reads: Reads,
  { head, axis }: RenderedPath,
  { from, to }: Nodes,
  begin: number,
  low: number,
  high: number,
): Promise<NumberedNode[]> {
  const shift = from - begin - offset(axis)
  const first = Math.max(low, begin)
  const nodes = await nodesOf(reads, head, axis, first + shift, Math.min(high + shift, to - offset(axis)))
  return nodes.map((observation, i) => ({ place: first + i, observation, piece: null }))
}

async function madeOf(reads: Reads, piece: Exclude<ContextPiece, Nodes>, place: number): Promise<NumberedNode[]> {
  const observation = asTreeNode(await reads.observation(piece.id))
  return observation ? [{ place, observation, piece }] : []
}

/** Returns what names an entry in a cursor: its observation's id, or more where that one stands at several places. */
export function keyOf({ observation: { id }, piece }: Pick<NumberedNode, 'observation' | 'piece'>): string {
  if (piece === null) return id
  if (piece.kind === 'entry' && piece.part !== null) return JSON.stringify([id, piece.part.join()])
  if (piece.kind === 'noResult') return JSON.stringify([id, `!${piece.callId}`])
  return piece.kind === 'beginning' ? JSON.stringify([id, '^']) : id
}

/** Returns the place of the entry that a cursor names; refuses what the view does not show any more. */
export async function placeOf(reads: Reads, path: RenderedPath, key: string, field: string): Promise<number> {
  const id = idIn(key)
  if (id === null) throw brokenCursor(key, field)
  const node = asTreeNode(await reads.observation(id))
  if (!node || !(await isOnPath(reads, node, path.head))) throw cursorGone(key)
  const made = path.list.made.get(node.id) ?? []
  const same = made.find(({ piece }) => keyOf({ observation: node, piece }) === key) ?? made[0]
  const place = same?.place ?? numberedPlace(path, numberOn(path.axis, node.place))
  if (place === null) throw cursorGone(key)
  return place
}

/** The id of what such a name stands for; null for what names no entry. */
function idIn(key: string): string | null {
  if (!key.startsWith('[')) return isFit(key) ? key : null
  const parts = parsed(key)
  const isName = Array.isArray(parts) && parts.length === 2 && parts.every((one) => typeof one === 'string')
  return isName && isFit(parts[0] as string) ? (parts[0] as string) : null
}

function numberedPlace({ list: { stretches }, axis }: RenderedPath, number: number | null): number | null {
  if (number === null) return null
  const at = number + offset(axis)
  const result = stretches[lastUpTo(stretches.length, at, (i) => (stretches[i] as Nodes).from)]
  return result && at <= result.to ? result.begin + at - result.from : null
}

/** Most borders lie in no group: that is seen from the two nodes beside one. */
const windows = [1, 32] as const

const windowSize = (tries: number): number => windows[Math.min(tries, windows.length - 1)] ?? 1

/** Returns the last place of the tool group that lies across the border after `place`, or `place`. */
export async function groupEnd(reads: Reads, path: RenderedPath, place: number): Promise<number> {
  let at = place
  for (let tries = 0; at < path.total; tries++) {
    const nodes = await placesAt(reads, path, at, Math.min(path.total, at + windowSize(tries)))
    for (let i = 0; i + 1 < nodes.length; i++) if (!isJoined(path, nodes[i], nodes[i + 1])) return at + i
    at += nodes.length - 1
  }
  return path.total
}

/** Returns the first place of the tool group that lies across the border before `place`, or `place`. */
export async function groupStart(reads: Reads, path: RenderedPath, place: number): Promise<number> {
  let at = place
  for (let tries = 0; at > 1; tries++) {
    const low = Math.max(1, at - windowSize(tries))
    const nodes = await placesAt(reads, path, low, at)
    for (let i = nodes.length - 1; i > 0; i--) if (!isJoined(path, nodes[i - 1], nodes[i])) return low + i
    at = Math.min(low, await farStart(reads, path, nodes))
  }
  return 1
}

/** Where the group of some places begins that are all of one: of a call that is answered late, far above. */
async function farStart(reads: Reads, path: RenderedPath, nodes: readonly NumberedNode[]): Promise<number> {
  const [above, below] = nodes
  if (path.view === 'CONTEXT' || !above || !below) return path.total
  const depth = groupAcross(above.observation.place, below.observation.place, path.head.place)
  const start = depth === null ? null : await nodeAt(reads, path.head, 'depth', depth)
  return numberedPlace(path, start && numberOn(path.axis, start.place)) ?? path.total
}

/** Says whether the border between two neighbours lies within a tool group. */
function isJoined(path: RenderedPath, above?: NumberedNode, below?: NumberedNode): boolean {
  if (!above || !below) return false
  if (path.view !== 'CONTEXT')
    return groupAcross(above.observation.place, below.observation.place, path.head.place) !== null
  if (below.piece !== null)
    return below.piece.kind === 'noResult' || (below.piece.kind === 'entry' && below.piece.joined)
  const { groupStart: start } = below.observation.place
  return above.piece === null && start !== null && start <= above.observation.place.depth
}
