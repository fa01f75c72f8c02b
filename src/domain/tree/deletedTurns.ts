import type { Block } from '../model.ts'

/** An entry of a path as a view would show it. */
export interface VisibleEntry {
  readonly id: string
  readonly blocks: readonly Block[]
  readonly deleted: boolean
}

/** A call that waits for its result: the block of an entry. */
interface Call {
  readonly callId: string
  readonly of: VisibleEntry
  readonly block: Block
}

/**
 * Returns, for entries of which deletions leave less, what they leave (null: nothing), when the entries come root
 * first. With a deleted call its result goes, with a deleted result its call; a result answers the newest open call of
 * its id, as ever. What then holds nothing but thinking goes too (design §3).
 */
export function leftByDeletions(entries: Iterable<VisibleEntry>): Map<string, readonly Block[] | null> {
  const open: Call[] = []
  const dropped = new Map<VisibleEntry, Set<Block>>()
  const deleted: VisibleEntry[] = []
  const drop = (of: VisibleEntry, block: Block) => dropped.set(of, (dropped.get(of) ?? new Set()).add(block))
  for (const entry of entries) {
    if (entry.deleted) deleted.push(entry)
    for (const block of entry.blocks) {
      if (block.type === 'toolCall') open.push({ callId: block.callId, of: entry, block })
      if (block.type !== 'toolResult') continue
      const at = open.findLastIndex(({ callId }) => callId === block.callId)
      const [call] = at < 0 ? [] : open.splice(at, 1)
      if (call?.of.deleted && !entry.deleted) drop(entry, block)
      if (call && entry.deleted && !call.of.deleted) drop(call.of, call.block)
    }
  }
  const visible = new Map<string, readonly Block[] | null>(deleted.map(({ id }) => [id, null]))
  for (const [{ id, blocks }, gone] of dropped) visible.set(id, restOf(blocks, gone))
  return visible
}

function restOf(blocks: readonly Block[], gone: ReadonlySet<Block>): readonly Block[] | null {
  const rest = blocks.filter((block) => !gone.has(block))
  return rest.every(({ type }) => type === 'thinking') ? null : rest
}
