import { rowAbove, type Row } from './rows.ts'

/** What a key does in the tree. */
export type Move =
  { readonly kind: 'go'; readonly to: number } | { readonly kind: 'fold' } | { readonly kind: 'act' } | null

/** Returns what a key does at a row, as in every tree; null where it is none of the tree's. */
export function keyMove(key: string, all: readonly Row[], at: number): Move {
  const row = all[at]
  const go = (to: number): Move => ({ kind: 'go', to: Math.max(0, Math.min(to, all.length - 1)) })
  switch (key) {
    case 'ArrowDown':
      return go(at + 1)
    case 'ArrowUp':
      return go(at - 1)
    case 'PageDown':
      return go(at + 15)
    case 'PageUp':
      return go(at - 15)
    case 'Home':
      return go(0)
    case 'End':
      return go(all.length - 1)
    case 'ArrowRight':
      if (row?.isOpen === false) return { kind: 'fold' }
      return row?.kind === 'MORE' ? { kind: 'act' } : go(at + 1)
    case 'ArrowLeft':
      return row?.isOpen === true ? { kind: 'fold' } : go(rowAbove(all, at))
    case 'Enter':
    case ' ':
      return { kind: 'act' }
    default:
      return null
  }
}
