import type { SidechainPolicy } from '../../domain/model.ts'
import type { PointRef } from '../read/view.ts'
import type { Scope } from '../scope.ts'
import { appendMarker, type MarkerInput, type MarkerResult } from './appendMarker.ts'
import { spanOf } from './span.ts'

export interface DropSpan extends MarkerInput {
  readonly from: PointRef
  readonly to: PointRef
  readonly sidechains?: SidechainPolicy | null
}

/** Leaves whole exchanges out wherever a model is sent the path; nothing of them is lost (design §6). */
export function dropSpan(scope: Scope, input: DropSpan): Promise<MarkerResult> {
  const sidechains = input.sidechains ?? 'ORPHAN'
  return appendMarker(scope, {
    operation: 'dropSpan',
    event: 'DROP',
    input: { ...input, sidechains },
    decide: async (draft, holds) => {
      const { span, first, last, targets } = await spanOf(draft, holds, input.from, input.to)
      const marker = { span, keep: [], summary: null, cancels: null, targets, sidechains }
      return { kind: 'DROP', marker, names: { from: first.id, to: last.id, sidechains } }
    },
  })
}
