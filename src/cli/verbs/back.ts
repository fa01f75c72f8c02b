import { shellWords } from '../../formats/sessions/commandLine.ts'
import type { CommonOptions } from '../withGraph.ts'

/** Where a move of a head began and ended, as the ledger has it; both null: no head moved. */
export interface MoveEnds {
  readonly headFrom: { readonly id: string } | null
  readonly headTo: { readonly id: string } | null
}

/** What the empty path is called in place of a turn. */
export const startName = 'start'

/** Returns a command of this program as a shell takes it, on the store that the given options name. */
export function sameStore(words: readonly string[], { url, tenant }: CommonOptions): string {
  const where = url !== undefined ? ['--url', url.href] : tenant !== undefined ? ['--tenant', tenant] : []
  return shellWords(['turngraph', ...words, ...where])
}

/** Returns the command that moves a head back to where it stood; null where it did not move. */
export function switchBack(id: string, from: string | null, to: string | null, options: CommonOptions): string | null {
  return from === to ? null : sameStore(['switch', id, from ?? startName], options)
}

/**
 * Returns the command that takes back what was added at the head: where it stood before, a tool call may wait for its result, which
 * a switch refuses; at an empty path it stood by `--to-empty`. Null where no head moved.
 */
export function undoBack(id: string, { headFrom, headTo }: MoveEnds, options: CommonOptions): string | null {
  if ((headFrom?.id ?? null) === (headTo?.id ?? null)) return null
  return sameStore(['undo', id, ...(headFrom === null ? ['--to-empty'] : [])], options)
}

/** Returns the sentence that names such a command, behind others; nothing where no head moved. */
export const backSentence = (command: string | null): string =>
  command === null ? '' : ` "${command}" moves the head back.`
