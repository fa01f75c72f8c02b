import type { Block, Instant } from '../../../domain/model.ts'
import type { EntryDraft } from '../../plan.ts'
import type { HeadStep } from './steps.ts'

/** Finds the newest turn of a tree that says something, while its entries come; of equal times the last one counts. */
export class NewestTurn {
  private at: Instant | null = null
  id: string | null = null

  take(id: string, { kind, role, blocks, observedAt }: EntryDraft): void {
    if (kind !== 'TURN' || role === 'SYSTEM' || !blocks.some(speaks)) return
    if (this.id !== null && (observedAt ?? '') < (this.at ?? '')) return
    this.at = observedAt
    this.id = id
  }
}

/** Yields where a conversation stands: at the newest turn where its file names no place, or one that it has not. */
export function* headOf(named: string | null, newest: string | null, has: (id: string) => boolean): Iterable<HeadStep> {
  if (newest !== null && (named === null || !has(named))) yield { kind: 'head', id: newest }
  if (named !== null) yield { kind: 'head', id: named }
}

const speaks = (block: Block) => block.type !== 'text' || block.text.trim() !== ''
