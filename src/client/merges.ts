import type { MergeStrategy, Verdict } from '../domain/merge.ts'
import type { Json } from '../domain/model.ts'
import type { ToolCallPolicy } from '../domain/repair.ts'
import type { Notice } from '../app/write/notice.ts'

/** Branches to merge, from the command line. */
export interface MergeAsked {
  readonly into: string
  readonly from: readonly string[]
  readonly strategy: MergeStrategy
  readonly turns: readonly string[] | null
  readonly gate: { readonly jsonSchema: Json } | { readonly command: string } | null
  readonly reviewer: string | null
  readonly note: string | null
}
/** What came of a merge; no join: all of it was refuted. */
export interface Merged {
  readonly joinId: string | null
  readonly verdict: Verdict | null
  readonly refuted: readonly { readonly conversationId: string; readonly reason: string }[]
}

export interface RepairAsked {
  readonly conversationId: string
  readonly dryRun: boolean
  readonly toolCalls: ToolCallPolicy
}
/** What there is to mend, or was mended; `faults` is null where nothing was written. */
export interface Mended {
  readonly damage: number
  readonly repairable: number
  readonly findings: readonly Notice[]
  readonly faults: number | null
}
