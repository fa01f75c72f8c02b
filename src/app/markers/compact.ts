import { badInput } from '../../domain/refusals.ts'
import type { PointRef } from '../read/view.ts'
import type { Scope } from '../scope.ts'
import { checkSize } from '../write/checks.ts'
import { appendMarker, type MarkerInput, type MarkerResult } from './appendMarker.ts'
import { spanOf } from './span.ts'

export interface Compact extends MarkerInput {
  readonly from: PointRef
  readonly to: PointRef
  readonly summary: string
}

/** Puts a summary in place of whole exchanges, wherever a model is sent them; nothing of them is lost (design §6). */
export async function compact(scope: Scope, input: Compact): Promise<MarkerResult> {
  const { summary } = input
  if (summary.trim() === '') throw badInput('The summary is blank.', {}, ['summary'])
  checkSize([{ type: 'text', text: summary }], scope.limits.turnBytes)
  return appendMarker(scope, {
    operation: 'compact',
    event: 'COMPACT',
    input,
    decide: async (draft, holds) => {
      const { span, first, last, targets } = await spanOf(draft, holds, input.from, input.to)
      const marker = { span, keep: [], summary, cancels: null, targets, sidechains: null }
      return { kind: 'COMPACTION', marker, names: { from: first.id, to: last.id } }
    },
  })
}
