import { isSame } from '../turns/json.ts'
import type { Block, PathTurn } from '../turns/path.ts'
import type { Decoded } from './decode.ts'
import type { Encoded, EncodedTurn } from './encoded.ts'
import { specOf } from './spec.ts'

/** How far a path is as the messages are, and the turns that are to come behind that. */
export function differing(
  path: readonly PathTurn[],
  stored: readonly Decoded[],
  encodeds: readonly Encoded[],
): { readonly keepCount: number; readonly turns: readonly EncodedTurn[] } {
  let same = 0
  while (isSame(stored[same]?.message, encodeds[same]?.message) && same < encodeds.length) same++
  const turns = encodeds.slice(same).flatMap((message) => message.turns)
  const next = stored[same]
  if (!next) return { keepCount: path.length, turns }
  // An answer that grows goes on behind the steps that it has already.
  const begun = next.isOwn && next.message.id === encodeds[same]?.message['id'] ? (encodeds[same]?.turns ?? []) : []
  const steps = begun.findIndex((turn, i) => !isTurn(path[next.at + i], turn))
  const keepCount = steps < 0 ? begun.length : steps
  return { keepCount: next.at + keepCount, turns: turns.slice(keepCount) }
}

/** Says whether a stored turn is the given one. */
export function isTurn(
  stored: Pick<PathTurn, 'kind' | 'turnId' | 'role' | 'blocks' | 'metadata' | 'isDeleted'> | undefined,
  { turnId, role, blocks, metadata }: EncodedTurn,
): boolean {
  return (
    stored?.kind === 'TURN' &&
    !stored.isDeleted &&
    stored.turnId === turnId &&
    stored.role === role &&
    isSame(specOf(stored), metadata.aiSdk) &&
    isSame(stored.blocks, inStoredOrder(blocks))
  )
}

/** Addresses stand behind the other blocks. */
function inStoredOrder(blocks: readonly Block[]): Block[] {
  return [...blocks.filter((block) => !('uri' in block)), ...blocks.filter((block) => 'uri' in block)]
}
