import { beginsExchange } from '../../domain/tree/exchanges.ts'
import type { TreeNode } from '../../domain/model.ts'
import { noPairs } from '../../domain/context/toolPairs.ts'
import { nodesOf } from '../read/paths.ts'
import type { Reads } from '../read/reads.ts'

/** A path, and how to read it. */
export interface ExchangeTurn {
  readonly reads: Reads
  readonly head: TreeNode
}
const stride = 64

/** Returns the turn with that entry number where an exchange begins with it, else null. */
export async function beginningAt(line: ExchangeTurn, entry: number): Promise<TreeNode | null> {
  const { place } = line.head
  if (entry < 1 || entry > place.entries) return null
  return (await beginningsIn(line, entry, entry))[0] ?? null
}

/** Returns the last exchange that begins at or before an entry, by its first turn. */
export async function beginningUpTo(line: ExchangeTurn, entry: number): Promise<TreeNode | null> {
  for (let to = Math.min(entry, line.head.place.entries); to >= 1; to -= stride) {
    const beginning = (await beginningsIn(line, Math.max(1, to - stride + 1), to)).at(-1)
    if (beginning) return beginning
  }
  return null
}

/** Returns the first exchange that begins at or after an entry, by its first turn. */
export async function beginningFrom(line: ExchangeTurn, entry: number): Promise<TreeNode | null> {
  const { entries } = line.head.place
  for (let from = Math.max(1, entry); from <= entries; from += stride) {
    const [beginning] = await beginningsIn(line, from, Math.min(entries, from + stride - 1))
    if (beginning) return beginning
  }
  return null
}

async function beginningsIn({ reads, head }: ExchangeTurn, from: number, to: number): Promise<TreeNode[]> {
  const nodes = await nodesOf(reads, head, 'entry', Math.max(1, from - 1), to)
  return nodes.filter(
    (node, i) => (node.place.entry ?? 0) >= from && beginsExchange(node, nodes[i - 1]?.place ?? noPairs),
  )
}
