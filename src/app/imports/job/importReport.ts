import type { Finding } from '../../../formats/findings.ts'
import type { StateRecord } from '../../../domain/records/stateRecord.ts'
import type { Counts } from '../../../formats/plan.ts'

export interface ImportReport extends Counts {
  readonly fileName: string | null
  readonly format: string
  readonly added: number
  readonly unchanged: number
  readonly findings: readonly Finding[]
}
export interface ImportResult {
  readonly report: ImportReport
  /** The conversations of the file, as far as they are stored; a file may have very many. */
  readonly conversationIds: readonly string[]
  /** By conversation: the one whose file it goes on from without repeating it. */
  readonly awaits: ReadonlyMap<string, string>
  /** The state records that were written with a piece. */
  readonly records?: readonly StateRecord[]
}
